import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { pageOf, type PlainLink } from '../page-data.ts'
import { SchoolCard } from '../school-card.tsx'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }]

export function loader({ context }: LoaderFunctionArgs) {
  return pageOf(context)
}

function LinkList({ links }: { links: readonly PlainLink[] }) {
  return links.map(({ href, text }) => (
    <Link key={href + text} to={href}>
      {text}
    </Link>
  ))
}

/** The school list, written as Remix's guide would. */
export default function ListPage() {
  const { title, before, filters, cards, after } = useLoaderData<typeof loader>()
  return (
    <>
      <header>
        <LinkList links={before} />
      </header>
      <main>
        <h1>{title}</h1>
        <Form>
          {filters.map(({ name, terms }) => (
            <fieldset key={name}>
              <legend>{name}</legend>
              {terms.map(({ slug, count }) => (
                <label key={slug}>
                  <input type="checkbox" name={name} value={slug} /> {slug} <small>{count}</small>
                </label>
              ))}
            </fieldset>
          ))}
          <button type="submit">筛选</button>
        </Form>
        <ul>
          {cards.map((card) => (
            <SchoolCard key={card.id} school={card} />
          ))}
        </ul>
      </main>
      <footer>
        <LinkList links={after} />
      </footer>
    </>
  )
}

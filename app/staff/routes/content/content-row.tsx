import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { getContent } from '#server/contract/staff/content.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import {
  contentKindPath,
  contentRowPath,
  draftPath,
  editContentPath,
  mergeSchoolPath,
} from '../../content-paths.ts'
import { Facts } from '../../parts/facts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { cellWords, draftStateNames, kindName } from './content-texts.ts'
import { contentRights } from './content-rights.server.ts'
import { kindIn } from './kind-in.server.ts'
import { PictureThumbnail } from './picture-thumbnail.tsx'
import { publicPagesOf } from './public-pages.ts'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data === undefined ? '内容' : `${page.data.row.title}_${kindName(page.data.kind)}`, page)

/** `/staff/content/{kind}/{id}/`: a row by sections, each with a link to its form. */
export async function loader(args: LoaderFunctionArgs) {
  const kind = kindIn(args.params)
  const api = staffApi(args)
  const [row, { mayPropose, mayWrite }] = await Promise.all([
    api.load(getContent, { kind, id: args.params['id'] ?? '' }),
    contentRights(api),
  ])
  return { kind, row, mayPropose, mayWrite }
}

const longest = 160

export default function ContentRowPage() {
  const { kind, row, mayPropose, mayWrite } = useLoaderData<typeof loader>()
  const { id, title, sections, fields, drafts, withdrawn_at: withdrawnAt } = row
  const [publicPage] = publicPagesOf(kind, {
    row_id: id,
    school_id: row.school?.id,
    city_code: row.city_code,
    slug: fields.find(({ name }) => name === 'slug')?.value,
  })
  return (
    <Page
      title={title}
      intro={
        <>
          <Link to={contentKindPath(kind)}>{kindName(kind)}</Link>
          {row.school === undefined ? '' : ` · ${row.school.name}`} · <Moment at={row.updated_at} /> 修改
          {publicPage === undefined || withdrawnAt !== undefined ? null : (
            <>
              {' '}
              · <a href={publicPage.path}>看网站上的页面</a>
            </>
          )}
        </>
      }
      actions={
        <>
          <Link className="button quiet" to={contentRowPath(kind, id, 'history')}>
            修改记录
          </Link>
          {mayWrite ? (
            <Link className="button quiet" to={contentRowPath(kind, id, 'visibility')}>
              {withdrawnAt === undefined ? '撤下' : '恢复公开'}
            </Link>
          ) : null}
          {mayWrite && kind === 'schools' ? (
            <Link className="button quiet" to={mergeSchoolPath(id)}>
              与另一所合并
            </Link>
          ) : null}
        </>
      }
      done={{
        merged: '已合并，原来的网址会转到这里。',
        withdrawn: '已撤下，网站上看不到了。',
        reinstated: '已恢复公开。',
        published: '已发布，网站上已经看得到。',
      }}
    >
      {withdrawnAt === undefined ? null : (
        <Notice tone="warn">
          <Moment at={withdrawnAt} /> 撤下，网站上看不到。
        </Notice>
      )}
      {drafts.length === 0 ? null : (
        <Notice tone="warn">
          有没发布的改动：
          {drafts.map(({ id: draftId, author, state }) => {
            const text = `${author}的草稿${state === 'draft' ? '' : `（${draftStateNames[state]}）`}`
            return (
              <span key={draftId}>{mayPropose ? <Link to={draftPath(draftId)}>{text}</Link> : text} </span>
            )
          })}
        </Notice>
      )}
      {sections.map(({ slug, label }) => (
        <Section key={slug} title={label}>
          <Facts
            facts={fields
              .filter(({ section, name }) => section === slug && name !== 'old_name')
              .map((field) => ({
                label: field.label,
                value:
                  field.control === 'picture' && field.value !== '' ? (
                    <PictureThumbnail value={field.value} label={field.label} />
                  ) : (
                    shortened(cellWords(field, field.value))
                  ),
              }))}
          />
          {mayPropose ? (
            <p>
              <Link className="button quiet" to={editContentPath(kind, id, slug)}>
                修改<span className="vh">{label}</span>
              </Link>
            </p>
          ) : null}
        </Section>
      ))}
    </Page>
  )
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

import type { ArticleLeaf, CourseLeaf, FAQPageLeaf, NewsArticleLeaf, ProfilePageLeaf } from 'schema-dts'
import { graduatePath } from '#app/paths.ts'
import { sharedPicture } from '#server/contract/media/shared-picture.ts'
import { chinaMoment } from '#app/china-time.ts'
import type { StructuredDataContext } from './structured-data-context.ts'
import { schoolReference } from './school.server.ts'
import { publisher } from './site.server.ts'

type Picture = { src: string; width: number; height: number }

type Written = {
  /** Path of the canonical URL. */
  path: string
  title: string
  summary?: string | undefined
  picture?: Picture | undefined
  /** ISO 8601. */
  updated: string
}

/** The properties of every article: headline, picture, last change, publisher. */
function article(around: StructuredDataContext, { path, title, summary, picture, updated }: Written) {
  return {
    headline: title,
    mainEntityOfPage: around.at(path),
    ...(summary === undefined ? {} : { description: summary }),
    ...(picture === undefined ? {} : { image: around.at(sharedPicture(picture).src) }),
    dateModified: chinaMoment(updated),
    inLanguage: 'zh-CN',
    publisher: publisher(around),
  }
}

type News = Written & {
  /** ISO 8601. */
  published: string
  author?: string | undefined
  /** Original publisher. */
  source?: string | undefined
  school?: { id: number; name: string }
}

/** schema.org NewsArticle: by its author, else its source or the school that it is about, else the site. */
export function newsArticle(around: StructuredDataContext, news: News): NewsArticleLeaf {
  const { published, author, source, school } = news
  const about = school && schoolReference(around, school)
  return {
    '@type': 'NewsArticle',
    ...article(around, news),
    datePublished: chinaMoment(published),
    author:
      author !== undefined
        ? { '@type': 'Person', name: author }
        : source !== undefined
          ? { '@type': 'Organization', name: source }
          : (about ?? publisher(around)),
    ...(about === undefined ? {} : { about }),
  }
}

/** schema.org Article by the site itself. */
export function adviceArticle(around: StructuredDataContext, written: Written): ArticleLeaf {
  return { '@type': 'Article', ...article(around, written), author: publisher(around) }
}

/** schema.org Course with the schools on the page that offer it. */
export function courseNode(
  around: StructuredDataContext,
  {
    title,
    summary,
    schools,
  }: { title: string; summary: string; schools: readonly { id: number; name: string }[] },
): CourseLeaf {
  const provider = schools.map((school) => schoolReference(around, school))
  return {
    '@type': 'Course',
    name: title,
    description: summary,
    ...(provider.length === 0 ? {} : { provider }),
  }
}

type Question = { question: string; answers: readonly { body: string }[] }

/** schema.org FAQPage of the answered questions on a page; empty when none has an answer. */
export function faqPage(questions: readonly Question[]): FAQPageLeaf[] {
  const mainEntity = questions.flatMap(({ question, answers: [first, ...more] }) =>
    first === undefined
      ? []
      : [
          {
            '@type': 'Question' as const,
            name: question,
            acceptedAnswer: answer(first.body),
            ...(more.length === 0 ? {} : { suggestedAnswer: more.map(({ body }) => answer(body)) }),
          },
        ],
  )
  return mainEntity.length === 0 ? [] : [{ '@type': 'FAQPage', mainEntity }]
}

function answer(text: string) {
  return { '@type': 'Answer' as const, text }
}

type Graduate = {
  id: number
  name: string
  summary?: string | undefined
  portrait?: Picture | undefined
  school: { id: number; name: string }
}

/** schema.org ProfilePage of one graduate. */
export function graduatePage(
  around: StructuredDataContext,
  { id, name, summary, portrait, school }: Graduate,
): ProfilePageLeaf {
  return {
    '@type': 'ProfilePage',
    url: around.at(graduatePath(school.id, id)),
    mainEntity: {
      '@type': 'Person',
      name,
      alumniOf: schoolReference(around, school),
      ...(summary === undefined ? {} : { description: summary }),
      ...(portrait === undefined ? {} : { image: around.at(sharedPicture(portrait).src) }),
    },
  }
}

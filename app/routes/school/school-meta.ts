import type { MetaArgs, MetaDescriptor } from '@remix-run/node'
import { isRouteErrorResponse } from '@remix-run/react'
import { schoolPath, pagedPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { errorMeta } from '#app/seo/error-meta.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Shown } from '#app/seo/social-meta.ts'
import { curricula, labelOf } from '#server/contract/vocabulary.ts'
import { unusualState } from '#app/ui/text/school-text.ts'
import type { Template, TemplateValues } from '#app/seo/template.ts'
import { curriculaLabel, kindLabel, stagesLabel, tuitionLabel } from '#app/schools/fact-labels.ts'
import {
  cityOfSchool,
  districtOrCityName,
  type SchoolPart,
  type SchoolRouteData,
  schoolRouteOf,
} from '#app/schools/school-data.ts'

type Options = Shown & {
  /** Path of the canonical URL; absent: noindex. */
  canonical: string | undefined
  /** Values of the template besides the school's: extra1, extra2, title. */
  values?: TemplateValues
}

type School = SchoolRouteData['detailInfo']

/**
 * Meta of a school's page; `options` is undefined when the page's own loader failed with `error`. Of the template's
 * values, `school` is the name, `city` its city, and `extra3` distinguishes schools of one name: the district, else
 * the city.
 */
export function schoolMeta(
  template: Template,
  { matches, error }: Pick<MetaArgs, 'matches' | 'error'>,
  options: Options | ((school: School, parts: readonly SchoolPart[]) => Options) | undefined,
): MetaDescriptor[] {
  const route = schoolRouteOf(matches)
  const site = siteOf(matches)
  // Remix's data is null, whatever its type says, where a form was posted to a page without an action.
  if (route === undefined || !options) {
    return errorMeta(isRouteErrorResponse(error) ? error.status : 500, site.siteName)
  }
  const { detailInfo: school, parts } = route
  const { values, ...facts } = typeof options === 'function' ? options(school, parts) : options
  return pageMeta(template, {
    values: {
      school: school.name,
      city: cityOfSchool(school).name,
      extra3: districtOrCityName(school),
      ...values,
    },
    ...facts,
    isUnlisted: route.child !== undefined,
    ...site,
  })
}

const units: Partial<Record<SchoolPart, string>> = { graduates: '位', teachers: '位' }

/**
 * Meta of a section with a list; `list` is undefined when its loader failed. Further pages have their own URL and
 * title; empty lists are not indexed.
 */
export function listMeta(
  template: Template,
  args: Pick<MetaArgs, 'matches' | 'error'>,
  part: SchoolPart,
  list: { total: number; page: number } | undefined,
): MetaDescriptor[] {
  return schoolMeta(
    template,
    args,
    list &&
      (({ id }) => ({
        canonical: list.total === 0 ? undefined : pagedPath(schoolPath(id, part), list.page),
        values: {
          extra1: list.total === 0 ? '' : `(共${list.total}${units[part] ?? '条'})`,
          extra2: list.page === 1 ? '' : `_第${list.page}页`,
        },
      })),
  )
}

/** Title of a school's share card: `深圳言溪双语学校｜IB 双语学校，学费 11.1–14.1 万/年`; closed schools are marked. */
export function cardTitleOf(school: School): string {
  const state = unusualState(school)
  const tuition = tuitionLabel(school)
  const kind = [
    school.curricula
      .slice(0, 2)
      .map((slug) => labelOf(curricula, slug))
      .join('、'),
    kindLabel(school),
  ]
  const facts = [kind.filter(Boolean).join(' '), state ?? (tuition && `学费 ${tuition}`)].filter(Boolean)
  return facts.length === 0 ? school.name : `${school.name}｜${facts.join('，')}`
}

const partWords = { teachers: '师资', graduates: '毕业去向', news: '动态', faq: '问答' } as const

/** What a school's pages tell, in words: 学费, 招生, 课程. */
function toldWords({ address, curricula: taught, tuition_min }: School, parts: readonly SchoolPart[]) {
  return [
    ...(tuition_min === undefined ? [] : ['学费']),
    ...(parts.includes('admissions') ? ['招生'] : []),
    ...(taught.length === 0 ? [] : ['课程']),
    ...(address === undefined ? [] : ['地址']),
    ...(['teachers', 'graduates', 'news', 'faq'] as const).flatMap((part) =>
      parts.includes(part) ? [partWords[part]] : [],
    ),
  ]
}

/** Template values of the overview's texts: what it tells; city, kind, stages, tuition. */
export function homeValues(school: School, parts: readonly SchoolPart[]): TemplateValues {
  const city = cityOfSchool(school).name
  const stages = stagesLabel(school)
  const tuition = tuitionLabel(school)
  const facts = [
    `位于${city}${school.district?.name ?? ''}`,
    kindLabel(school),
    stages && `设${stages}`,
    school.curricula.length > 0 ? `开设${curriculaLabel(school)}` : undefined,
    tuition && `学费${tuition}`,
  ].filter(Boolean)
  const told = toldWords(school, parts)
  return {
    title: told.length === 0 ? '学校信息' : told.slice(0, 4).join('_'),
    extra1: [kindLabel(school), curriculaLabel(school)].filter(Boolean).join('、').replace(/、/g, ','),
    extra2: [facts.join(','), ...(told.length === 0 ? [] : [`${told.join('、')},一页看清`])].join('。'),
  }
}

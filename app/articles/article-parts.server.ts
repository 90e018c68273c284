import { cityOfCode } from '#server/contract/cities.ts'
import type { Embed, articlePart } from '#server/contract/articles/embeds.ts'
import type { z } from 'zod'
import { schoolCardView } from '#app/schools/school-card-view.ts'
import { openDayPagePath, openDayPath, schoolListPath } from '#app/paths.ts'
import { shortDateText, timeText } from '#app/ui/text/format.ts'
import type { ArticlePartView } from './article-text.tsx'

/** Parts of an article as the page shows them: its text, and between it the schools, lists and open days that it embeds. */
export function articleParts({
  body,
  parts = [{ html: body }],
}: {
  body: string
  parts?: readonly z.output<typeof articlePart>[] | undefined
}): ArticlePartView[] {
  return parts.map((part) => ('html' in part ? part : embedView(part.embed)))
}

const bookingStates = {
  open: '可以预约',
  full: '名额已满',
  closed: '预约已截止',
  not_offered: '不在本站预约',
  past: '已结束',
  cancelled: '已取消',
} as const

/** The open days that can be booked, where there are some, soonest first as they come; else all. */
function bookable<Day extends { state: string }>(days: readonly Day[]): readonly Day[] {
  const open = days.filter(({ state }) => state === 'open')
  return open.length === 0 ? days : open
}

function embedView(embed: Embed): ArticlePartView {
  if (embed.type === 'schools') return { schools: embed.schools.map((school) => schoolCardView(school)) }
  const city = embed.city_code && cityOfCode(embed.city_code)
  if (embed.type === 'list') {
    const query = new URLSearchParams(embed.query).toString()
    return {
      schools: embed.schools.map((school) => schoolCardView(school)),
      ...(city && {
        more: {
          href: `${schoolListPath(city)}${query === '' ? '' : `?${query}`}`,
          label: `查看全部 ${embed.total} 所学校`,
        },
      }),
    }
  }
  const days = city === undefined ? embed.open_days : bookable(embed.open_days)
  return {
    days: days.map(({ id, title, school, place, starts_at, state }) => {
      const host = school?.name ?? place
      return {
        id,
        title,
        when: `${shortDateText(starts_at)} ${timeText(starts_at)}`,
        state: bookingStates[state],
        ...(host === undefined ? {} : { host }),
        href: openDayPagePath(id),
      }
    }),
    ...(city && { more: { href: openDayPath(city), label: `${city.name}全部开放日` } }),
  }
}

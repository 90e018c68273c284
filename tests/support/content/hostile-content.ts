import { hostileTexts } from './hostile-texts.ts'

/** The smallest picture there is. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const day = (at: number, hour: number) =>
  `${new Date().getUTCFullYear() + 1}-03-${String(1 + (at % 28)).padStart(2, '0')} ${hour}:00`
const lately = (at: number) => new Date(Date.now() - (at + 1) * 3_600_000).toISOString()

/** Files for the import in which every text field of every entity holds every hostile text, one a row. */
export function hostileFiles(): Record<string, string | Uint8Array> {
  const rows = (make: (text: string, at: number) => object) =>
    hostileTexts.map((text, at) => JSON.stringify(make(text, at))).join('\n')
  const place = { city: 'shenzhen' }
  const of = (at: number) => ({ ...place, school_key: `k${at}` })
  // A picture that is there stays in a text, without what else its tag said.
  const rich = (text: string) => text.replaceAll('src=x', 'src=p.png')
  const long = (text: string) => `${rich(text)}\n${rich(text)}\n\n<p>${rich(text)}</p>`
  // Double braces embed schools in an article, and anything else between them is refused.
  const article = (text: string) => long(text).replaceAll('{{', '{ {')
  return {
    'p.png': pixel,
    'schools.jsonl': rows((text, at) => ({
      ...place,
      key: `k${at}`,
      name: `${text}${at}`,
      name_en: text,
      aliases: [text],
      former_names: [text],
      address: text,
      summary: text,
      about: `## ${text}\n${long(text)}`,
      admissions: `## ${text}\n${long(text)}`,
      source: text,
      stages: 'high',
      kind: 'private',
      tuition_min: 1000,
      tuition_max: 2000,
      district: 'nanshan',
      requests_agreed_on: '2026-01-05',
      ...(at % 10 === 9
        ? {
            state: 'closed',
            closed_at: '2025-01-01',
            successor: `k${at - 1}`,
          }
        : {}),
    })),
    'views.jsonl': rows((text, at) => ({
      ...of(at),
      title: text,
      summary: text,
      body: long(text),
      picture: 'p.png',
      picture_alt: text,
      published_at: lately(at),
    })),
    'graduates.jsonl': rows((text, at) => ({
      ...of(at),
      name: text.slice(0, 60),
      year: 2024,
      destination: text,
      major: text,
      summary: text,
      story: `<p>${rich(text)}</p>`,
      portrait: 'p.png',
      portrait_alt: text,
    })),
    'teachers.jsonl': rows((text, at) => ({
      ...of(at),
      name: text.slice(0, 60),
      role: text,
      subject: text,
      bio: text,
      portrait: 'p.png',
      portrait_alt: text,
    })),
    'envs.jsonl': rows((text, at) => ({ ...of(at), title: text, picture: 'p.png', picture_alt: text })),
    'questions.jsonl': rows((text, at) => ({
      ...of(at),
      question: text,
      asked_by: text.slice(0, 60),
      asked_at: lately(at),
      answers: [
        {
          body: text,
          answered_by: text,
          answered_at: lately(at),
        },
      ],
    })),
    'open-days.jsonl': rows((text, at) => ({
      ...of(at),
      title: text,
      starts_at: day(at, 9),
      ends_at: day(at, 11),
      place: text,
      description: `${text}\r\nATTACH:https://marker.invalid/`,
    })),
    'news.jsonl': rows((text, at) => ({
      ...place,
      title: text,
      summary: text,
      body: article(text),
      source: text,
      author: text,
      picture: 'p.png',
      picture_alt: text,
      published_at: lately(at),
    })),
    'courses.jsonl': rows((text, at) => ({
      slug: `c${at}`,
      title: text,
      summary: text,
      body: article(text),
      picture: 'p.png',
      picture_alt: text,
    })),
    'plannings.jsonl': rows((text, at) => ({
      slug: `p${at}`,
      title: text,
      summary: text,
      body: article(text),
      picture: 'p.png',
      picture_alt: text,
    })),
    'promotions.jsonl': rows((text, at) => ({
      ...of(at),
      slug: `w${at}`,
      title: text,
      summary: text,
      body: article(text),
      picture: 'p.png',
      picture_alt: text,
    })),
    'banners.jsonl': rows((text) => ({
      ...place,
      place: 'home',
      title: text,
      subtitle: text,
      href: `/city/?x=${text}`,
      picture: 'p.png',
      picture_alt: text,
    })),
    'rankings.jsonl': rows((text, at) => ({
      ...place,
      slug: `r${at}`,
      title: text,
      year: 2026,
      method: text,
      source: text,
      places: [
        {
          place: 1,
          school_key: `k${at}`,
          score: 90,
          note: text,
        },
      ],
    })),
    'events.jsonl': rows((text, at) => ({
      ...place,
      title: text,
      place: text,
      starts_at: day(at, 9),
      ends_at: day(at, 11),
    })),
  }
}

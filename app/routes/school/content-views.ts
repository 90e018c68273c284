import type { listOpenDays } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type {
  listAnswers,
  listEnvs,
  listGraduates,
  listTeachers,
  listViews,
} from '#server/contract/schools/school-content.ts'
import type { PictureData } from '#app/media/picture.tsx'
import { chinaDay } from '#app/china-time.ts'
import { hoursText } from '#app/ui/text/format.ts'

type Env = DataOf<typeof listEnvs>['items'][number]
type View = DataOf<typeof listViews>['items'][number]
type Graduate = DataOf<typeof listGraduates>['items'][number]
type Teacher = DataOf<typeof listTeachers>['items'][number]
type Question = DataOf<typeof listAnswers>['items'][number]
type OpenDay = DataOf<typeof listOpenDays>['items'][number]

/**
 * View models of a school's content. A page contains its data twice, as HTML and as loader data, so fields that no
 * card shows stay on the server.
 */

/** A campus picture. */
export type EnvRow = Omit<Env, 'school_id' | 'taken_on'>
/** A campus picture with its day. */
export type DatedEnvRow = Omit<Env, 'school_id'>
/** A news item; its moment is the day in China. */
export type ViewRow = Omit<View, 'school_id' | 'likes'>
/** A graduate. */
export type GraduateRow = Omit<Graduate, 'school_id' | 'likes'>
/** A teacher. */
export type TeacherRow = Omit<Teacher, 'school_id'>
/** A question with its answers; their moments are days in China. */
export type QuestionRow = Omit<Question, 'school_id'>
/** An open day; `seats` is its state or what is left of them, in words, and `hours` when it is on its day. */
export type OpenDayRow = Omit<
  OpenDay,
  'school' | 'city_code' | 'booking_closes_at' | 'ends_at' | 'left' | 'capacity'
> & {
  hours: string
  seats: string
}

/** A picture without its alternative text, where a text beside it says the same. */
export function withoutAlt({ alt: _alt, ...picture }: PictureData): PictureData {
  return picture
}

/** View model of a campus picture. */
export function envRow({ school_id: _school, taken_on: _day, picture, ...env }: Env): EnvRow {
  return { ...env, picture: withoutAlt(picture) }
}

/** View model of a news item. */
export function viewRow({ school_id: _school, likes: _likes, picture, ...view }: View): ViewRow {
  const published_at = chinaDay(new Date(view.published_at))
  return { ...view, published_at, ...(picture && { picture: withoutAlt(picture) }) }
}

/** View model of a graduate. */
export function graduateRow({
  school_id: _school,
  likes: _likes,
  portrait,
  ...graduate
}: Graduate): GraduateRow {
  return { ...graduate, ...(portrait && { portrait: withoutAlt(portrait) }) }
}

/** View model of a teacher. */
function teacherRow({ school_id: _school, portrait, ...teacher }: Teacher): TeacherRow {
  return { ...teacher, ...(portrait && { portrait: withoutAlt(portrait) }) }
}

/** View model of a question. */
export function questionRow({ school_id: _school, answers, ...question }: Question): QuestionRow {
  return {
    ...question,
    asked_at: chinaDay(new Date(question.asked_at)),
    answers: answers.map((each) => ({ ...each, answered_at: chinaDay(new Date(each.answered_at)) })),
  }
}

/** View model of an open day; past ones without description. */
export function openDayRow({
  school: _school,
  city_code: _city,
  booking_closes_at: _closes,
  ends_at: until,
  description,
  left,
  capacity,
  ...day
}: OpenDay): OpenDayRow {
  const hours = hoursText(day.starts_at, until)
  const row = { ...day, hours, seats: seatsText({ state: day.state, left, capacity }) }
  return description === undefined || day.state === 'past' ? row : { ...row, description }
}

function seatsText({ state, left, capacity }: Pick<OpenDay, 'state' | 'left' | 'capacity'>): string {
  if (state === 'cancelled') return '已取消'
  if (state === 'past') return '已结束'
  if (state === 'full') return '名额已满'
  if (state === 'closed') return '预约已截止'
  if (state === 'not_offered') return '不在本站预约，请直接联系学校'
  if (left === undefined) return capacity === undefined ? '不限名额' : `共 ${capacity} 个名额`
  return `还剩 ${left} 个名额`
}

/** The open days that a page shows: those that are over only when none is coming. */
export function withoutPast(days: OpenDay[]): OpenDay[] {
  const coming = days.filter(({ state }) => state !== 'past')
  return coming.some(({ state }) => state !== 'cancelled') ? coming : days
}

/** View model of an open day in a preview: without description. */
export function shortOpenDayRow(day: OpenDay): OpenDayRow {
  const { description: _description, ...row } = openDayRow(day)
  return row
}

/** View model of a news item in a preview: title only. */
export function shortViewRow(view: View): ViewRow {
  const { summary: _summary, ...row } = viewRow(view)
  return row
}

/** View model of a teacher in a preview: name and subject. */
export function shortTeacherRow(teacher: Teacher): TeacherRow {
  const { bio: _bio, ...row } = teacherRow(teacher)
  return row
}

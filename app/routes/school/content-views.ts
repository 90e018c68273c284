import type { listOpenDays } from '#server/contract/content.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type {
  listAnswers,
  listEnvs,
  listGraduates,
  listTeachers,
  listViews,
} from '#server/contract/school-content.ts'
import type { PictureData } from '#app/pictures/picture.tsx'

type Env = DataOf<typeof listEnvs>['items'][number]
type View = DataOf<typeof listViews>['items'][number]
type Graduate = DataOf<typeof listGraduates>['items'][number]
type Teacher = DataOf<typeof listTeachers>['items'][number]
type Question = DataOf<typeof listAnswers>['items'][number]
type OpenDay = DataOf<typeof listOpenDays>['items'][number]

/**
 * Rows of a school as its pages show them. A page carries its data twice, as HTML and for its scripts: what no
 * card shows stays on the server.
 */

/** A campus picture. */
export type EnvRow = Omit<Env, 'school_id' | 'taken_on'>
/** A campus picture with its day. */
export type DatedEnvRow = Omit<Env, 'school_id'>
/** A news item. */
export type ViewRow = Omit<View, 'school_id' | 'likes'>
/** A graduate. */
export type GraduateRow = Omit<Graduate, 'school_id' | 'likes'>
/** A teacher. */
export type TeacherRow = Omit<Teacher, 'school_id'>
/** A question with its answers. */
export type QuestionRow = Omit<Question, 'school_id'>
/** An open day. */
export type OpenDayRow = Omit<OpenDay, 'school' | 'city_code'>

/** A picture whose words stand beside it. */
export function withoutAlt({ alt: _alt, ...picture }: PictureData): PictureData {
  return picture
}

/** What pages show of a campus picture. */
export function envRow({ school_id: _school, taken_on: _day, picture, ...env }: Env): EnvRow {
  return { ...env, picture: withoutAlt(picture) }
}

/** What pages show of a news item. */
export function viewRow({ school_id: _school, likes: _likes, picture, ...view }: View): ViewRow {
  return { ...view, ...(picture && { picture: withoutAlt(picture) }) }
}

/** What pages show of a graduate. */
export function graduateRow({
  school_id: _school,
  likes: _likes,
  portrait,
  ...graduate
}: Graduate): GraduateRow {
  return { ...graduate, ...(portrait && { portrait: withoutAlt(portrait) }) }
}

/** What pages show of a teacher. */
export function teacherRow({ school_id: _school, portrait, ...teacher }: Teacher): TeacherRow {
  return { ...teacher, ...(portrait && { portrait: withoutAlt(portrait) }) }
}

/** What pages show of a question. */
export function questionRow({ school_id: _school, ...question }: Question): QuestionRow {
  return question
}

/** What pages show of an open day; of one that is over no description. */
export function openDayRow({ school: _school, city_code: _city, description, ...day }: OpenDay): OpenDayRow {
  return description === undefined || day.state === 'past' ? day : { ...day, description }
}

/** A news item in a preview: its title says enough. */
export function shortViewRow(view: View): ViewRow {
  const { summary: _summary, ...row } = viewRow(view)
  return row
}

/** A teacher in a preview: who and what for. */
export function shortTeacherRow(teacher: Teacher): TeacherRow {
  const { bio: _bio, ...row } = teacherRow(teacher)
  return row
}

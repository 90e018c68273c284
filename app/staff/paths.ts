/**
 * Addresses of the staff area as Remix knows them: without the prefix `/staff/`, which is the app's basename. `<Link>`,
 * `<Form>` and `redirect` add it; a plain `<a href>` does not.
 */

/** The first page after the login. `/staff/` itself redirects there: its page data would lie outside of the cookie's path. */
export const todayPath = '/today/'
export const logoutPath = '/logout/'
export const leadsPath = '/leads/'
/** Leads that nobody has contacted, those that wait longest first. */
export const waitingLeadsPath = `${leadsPath}?state=received&sort=oldest`
/** Leads whose sender is to be called again by now, the earliest first. */
export const dueLeadsPath = `${leadsPath}?next=due`
/** The member's own account. */
export const accountPath = '/account/'
/** The member's move to a new authenticator. */
export const newAuthenticatorPath = '/account/authenticator/'
export const questionsPath = '/questions/'
export const correctionsPath = '/corrections/'
/** Ends the logins of a parent. */
export const visitorSessionsPath = '/visitor-sessions/'
export const membersPath = '/members/'
export const newMemberPath = '/members/new/'
export const auditPath = '/audit/'
export const operationsPath = '/operations/'
export const importsPath = '/imports/'
export const exportsPath = '/exports/'
/** Answers a posted form with the file of records. */
export const recordsFilePath = '/exports/records/'
/** Answers a posted form with the file of the records that its filters leave. */
export const auditFilePath = '/audit/file/'

/** Asks before an import is undone. */
export function undoImportPath(id: number): string {
  return `/imports/${id}/undo/`
}

/** A file with all rows of a kind of content, or an empty one with its columns. */
export function contentFilePath(kind: string, format: 'csv' | 'jsonl' | 'template'): string {
  return `/exports/content/?${new URLSearchParams({ kind, format }).toString()}`
}

/** The login, which returns to a page of the area; `over` says that a session has ended. */
export function loginPath({
  to,
  isOver = false,
}: { to?: string | undefined; isOver?: boolean } = {}): string {
  const query = new URLSearchParams({ ...(to === undefined ? {} : { to }), ...(isOver ? { over: '1' } : {}) })
  return withQuery('/login/', query)
}

/** A member's page, or one below it. */
export function memberPath(id: number, part?: 'end' | 'reset'): string {
  return part === undefined ? `/members/${id}/` : `/members/${id}/${part}/`
}

/** A lead's page, or one below it. */
export function leadPath(reference: string, part?: 'transfer'): string {
  return `${leadsPath}${reference}/${part === undefined ? '' : `${part}/`}`
}

/** The screen at which leads are called one after the other; posting to it takes the next one. */
export const leadQueuePath = `${leadsPath}queue/`

/** What the field above every page finds; it is posted. */
export const searchPath = '/search/'

/** Asks before an act with several records of a list is done; the list posts to it. */
export function batchPath(list: string): string {
  return `/batch/${list}/`
}

/** What an act with several records did; `query`: that of the list which it came from. */
export function actPath(act: number | string, query = ''): string {
  return `/acts/${act}/${query}`
}

/** Takes back what the member just did. */
export function undoPath(act: number | string): string {
  return `/undo/${act}/`
}

/** The page of a visitor's question. */
export function questionPath(id: number | string): string {
  return `${questionsPath}${id}/`
}

/** The page of a report of an error. */
export function correctionPath(id: number | string): string {
  return `${correctionsPath}${id}/`
}

/** Sessions of the member who asks, of another member, or of all. */
export function sessionsPath(member?: number | 'all'): string {
  if (member === undefined) return '/sessions/'
  return `/sessions/?member=${member === 'all' ? 0 : member}`
}

/** A path with the word of the message that the next page shows, and the act that it offers to undo: see `Page`. */
export function withDone(path: string, done: string, act?: number): string {
  const [pathname = '', query = ''] = path.split('?', 2)
  const all = new URLSearchParams(query)
  all.set('done', done)
  if (act !== undefined) all.set('act', String(act))
  return withQuery(pathname, all)
}

function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

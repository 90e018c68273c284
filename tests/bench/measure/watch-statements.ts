import { Client } from 'pg'

/** Hears every statement of this process. */
export type StatementWatch = {
  /** The texts since the last call. */
  take: () => string[]
  stop: () => void
}

/** Notes the text of every statement that this process sends, whichever engine is behind it. */
export function watchStatements(): StatementWatch {
  const query: unknown = Reflect.get(Client.prototype, 'query')
  if (typeof query !== 'function') throw new Error('a client of the database has a way to ask')
  let texts: string[] = []
  Reflect.set(Client.prototype, 'query', function watched(this: unknown, ...args: unknown[]): unknown {
    texts.push(textOf(args[0]))
    return Reflect.apply(query, this, args)
  })
  return {
    take() {
      const taken = texts
      texts = []
      return taken
    },
    stop() {
      Reflect.set(Client.prototype, 'query', query)
    },
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  if (typeof statement === 'object' && statement !== null && 'text' in statement)
    return String(statement.text)
  return 'another kind of statement'
}

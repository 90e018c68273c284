import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'

const spanSchema = z.looseObject({
  pid: z.number(),
  traceId: z.string(),
  spanId: z.string(),
  parent: z.string().optional(),
  name: z.string(),
  kind: z.number(),
})
type Span = z.output<typeof spanSchema>

const kinds = ['internal', 'server', 'client']

/** Records the spans of processes that are started with its variables. */
export function recordSpans() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'spans-'))
  const file = path.join(folder, 'spans.jsonl')
  const program = pathToFileURL(path.join(projectRoot(), 'tests/support/site/span-recorder.mjs')).href
  const spans = (): Span[] => {
    if (!existsSync(file)) return []
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
    return lines.map((line) => spanSchema.parse(JSON.parse(line)))
  }
  return {
    variables: { NODE_OPTIONS: `--import ${program}`, SPANS_FILE: file },
    spans,
    /** Each span of a trace as the names from its first one down to it; undefined before the first one has ended. */
    pathsOf(traceId: string): string[][] | undefined {
      const own = spans().filter((span) => span.traceId === traceId)
      const byId = new Map(own.map((span) => [span.spanId, span]))
      const isRoot = ({ parent }: Span) => parent === undefined || !byId.has(parent)
      if (!own.some((span) => isRoot(span) && span.kind === 1)) return undefined
      return own.map((span) => {
        const names: string[] = []
        for (let at: Span | undefined = span; at; at = byId.get(at.parent ?? '')) {
          names.unshift(`${at.name} (${kinds[at.kind]})`)
        }
        return names
      })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

import path from 'node:path'
import ts from 'typescript'
import { projectRoot } from '#server/db/project-root.ts'

type Node = Record<string, unknown>

/** A node of several types stands once for each of them: the types of schema.org are about one. */
function oneTypeEach(value: object): Node[] {
  // Actions may say of every property which input it takes (schema.org/docs/actions.html).
  const fields = Object.entries(value).filter(([name]) => name !== '@type' && !name.endsWith('-input'))
  const plain: Node = Object.fromEntries(fields.map(([name, field]) => [name, inside(field)]))
  const types = '@type' in value ? [value['@type']].flat() : []
  return types.length === 0 ? [plain] : types.map((type) => ({ '@type': type, ...plain }))
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return onePerShape(value.map(inside), (each) => each)
  return typeof value === 'object' && value !== null ? oneTypeEach(value)[0] : value
}

/** What decides the type of a value: its names, types and terms of the vocabulary, not its other texts and numbers. */
function shapeOf(value: unknown): string {
  return JSON.stringify(value, (name, each: unknown) => {
    if (typeof each === 'number') return 0
    const isTerm = name === '@type' || (typeof each === 'string' && each.startsWith('https://schema.org/'))
    return typeof each === 'string' && !isTerm ? '' : each
  })
}

/** The first of those whose values have one shape: the compiler would say the same of the others, at length. */
function onePerShape<Item>(items: readonly Item[], valueOf: (item: Item) => unknown): Item[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const shape = shapeOf(valueOf(item))
    return !seen.has(shape) && seen.add(shape)
  })
}

/**
 * What the vocabulary of schema.org, as the package schema-dts types it, says against nodes of JSON-LD: unknown types,
 * unknown properties and values of a wrong kind, each with the name of the node.
 */
export function schemaProblems(nodes: readonly { name: string; node: Node }[]): string[] {
  const typed = nodes.flatMap(({ name, node }) => oneTypeEach(node).map((each) => ({ name, each })))
  const lines = onePerShape(typed, ({ each }) => each).map(({ name, each }) => ({
    name,
    text: `{ const node: Schema[${JSON.stringify(each['@type'])}] = ${JSON.stringify(each)}; void node }`,
  }))
  const leaves = "type Schema = { [Each in Exclude<Thing, string> as Each['@type'] & string]: Each }"
  const text = [`import type { Thing } from 'schema-dts'; ${leaves}`, ...lines.map((line) => line.text)].join(
    '\n',
  )
  const file = path.join(projectRoot(), 'tests/support/pages/structured-data-of-pages.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const disk = ts.createCompilerHost(options)
  host.fileExists = (name) => name === file || disk.fileExists(name)
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, text, version) : disk.getSourceFile(name, version)
  const program = ts.createProgram([file], options, host)
  const source = program.getSourceFile(file)
  return ts.getPreEmitDiagnostics(program, source).map(({ start = 0, messageText }) => {
    const line = source?.getLineAndCharacterOfPosition(start).line ?? 0
    return `${lines[line - 1]?.name ?? 'types'}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { is } from 'drizzle-orm'
import ts from 'typescript'
import { expect, test } from 'vitest'
import * as schema from '#server/db/schema/index.ts'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')

const exceptions = [
  // They read and write rows of unfinished imports and withdrawn ones as such.
  'server/db/content/',
  'server/services/content/import/',
  'server/sample/',
  // The conditions themselves.
  'server/db/visible-rows.ts',
  // A restored database may have the schema of another version.
  'server/db/schools/school-count.ts',
  'server/db/leads/restored-endings.ts',
]

/** Tables of which a row may be hidden: those that imports fill. By the name of the export, with the name in SQL. */
const contentTables = new Map(
  Object.entries(schema).flatMap(([name, table]) =>
    is(table, PgTable) && 'run' in table ? [[name, getTableConfig(table).name] as const] : [],
  ),
)
const inText = new RegExp(`\\b(?:from|join|update)\\s+(?:${[...contentTables.values()].join('|')})\\b`, 'gi')
const relationBefore = /\b(?:from|join|update)\s+$/i
const relationCalls = new Set([
  'from',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'update',
  'delete',
  '$count',
])
const conditions = new Set(['visible', 'importCommitted'])

type Relation = { table: string; node: ts.Node }
/** Variables that stand for content tables, and those of aliases by the alias in SQL. */
type Names = { names: ReadonlySet<string>; aliases: ReadonlyMap<string, string> }

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}

/** The name of a call's function: `from` of `db.select().from(school)`. */
function calledName({ expression }: ts.CallExpression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined
}

/** Names by which a file reaches content tables: exports of the schema, aliases of them, parameters of their types. */
function namesOfTables(file: ts.SourceFile): Names {
  const names = new Set(contentTables.keys())
  const aliases = new Map<string, string>()
  const typesOfTables = new Set<string>()
  const isTable = (type: ts.TypeNode) => {
    let found = false
    walk(type, (node) => {
      if (ts.isTypeQueryNode(node)) found ||= names.has(node.exprName.getText(file))
      if (ts.isTypeReferenceNode(node)) found ||= typesOfTables.has(node.typeName.getText(file))
    })
    return found
  }
  walk(file, (node) => {
    if (ts.isTypeAliasDeclaration(node) && ts.isUnionTypeNode(node.type) && isTable(node.type))
      typesOfTables.add(node.name.text)
    if (ts.isParameter(node) && ts.isIdentifier(node.name) && node.type && isTable(node.type))
      names.add(node.name.text)
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return
    const made = node.initializer
    if (made === undefined || !ts.isCallExpression(made) || calledName(made) !== 'alias') return
    const [table, alias] = made.arguments
    if (!table || !ts.isIdentifier(table) || !names.has(table.text)) return
    names.add(node.name.text)
    if (alias && ts.isStringLiteral(alias)) aliases.set(alias.text, node.name.text)
  })
  return { names, aliases }
}

/** Content tables that a function reads or changes as they are. */
function relationsOf(scope: ts.Node, { names, aliases }: Names): Relation[] {
  const found: Relation[] = []
  walk(scope, (node) => {
    if (ts.isCallExpression(node) && relationCalls.has(calledName(node) ?? '')) {
      const [table] = node.arguments
      if (table && ts.isIdentifier(table) && names.has(table.text)) found.push({ table: table.text, node })
    }
    if (!ts.isTemplateExpression(node)) return
    let before = node.head.text
    for (const { expression, literal } of node.templateSpans) {
      if (relationBefore.test(before) && ts.isIdentifier(expression) && names.has(expression.text)) {
        const alias = aliases.get(/^ as (\w+)/.exec(literal.text)?.[1] ?? '')
        found.push({ table: alias ?? expression.text, node: expression })
      }
      before = literal.text
    }
  })
  return found
}

/** Whether a scope states the condition on a table: itself, or by a function of the file that states it for an argument. */
function statesCondition(scope: ts.Node, table: string, file: ts.SourceFile): boolean {
  let states = false
  walk(scope, (node) => {
    if (states || !ts.isCallExpression(node)) return
    const at = node.arguments.findIndex((each) => ts.isIdentifier(each) && each.text === table)
    if (at < 0) return
    const name = calledName(node) ?? ''
    states = conditions.has(name)
    if (states) return
    for (const statement of file.statements) {
      if (!ts.isFunctionDeclaration(statement) || statement.name?.text !== name || statement === scope)
        continue
      const parameter = statement.parameters[at]?.name
      if (parameter && ts.isIdentifier(parameter)) states = statesCondition(statement, parameter.text, file)
    }
  })
  return states
}

/** Uses of a content table in a source without a word on its hidden rows, as `line: table`. */
function bareTables(name: string, text: string): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const names = namesOfTables(file)
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  const bare = file.statements.flatMap((scope) =>
    relationsOf(scope, names)
      .filter(({ table }) => !statesCondition(scope, table, file))
      .map(({ table, node }) => `${name}:${lineOf(node.getEnd())}: ${table}`),
  )
  const code = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, (comment) => comment.replace(/\S/g, ' '))
  const written = [...code.matchAll(inText)].map(
    ({ 0: words, index }) => `${name}:${lineOf(index)}: ${words}`,
  )
  return [...bare, ...written]
}

function sources(): string[] {
  return readdirSync(path.join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file}`)
    .filter((file) => file.endsWith('.ts') && !exceptions.some((prefix) => file.startsWith(prefix)))
}

test('every query over content says which rows it reads: visible ones, or hidden ones too', () => {
  const found = sources().flatMap((file) => bareTables(file, readFileSync(path.join(root, file), 'utf8')))
  expect(found).toEqual([])
}, 60_000)

test.each([
  ['a query', `async function f() { return db.select().from(school).where(eq(school.id, 1)) }`],
  [
    'a join',
    `async function f() { return db.select().from(clue).leftJoin(school, eq(school.id, clue.schoolId)) }`,
  ],
  ['an alias', `const own = alias(news, 'own')\nfunction f() { return db.select().from(own) }`],
  [
    'a parameter',
    `function f(table: typeof course | typeof planning) { return sql\`select id from \${table}\` }`,
  ],
  ['a template', `const f = () => sql\`select s.id from near join \${school} as s on s.id = near.id\``],
  ['SQL as text', `const f = () => sql\`update event e set place = null\``],
  ['the condition of another table', `function f() { return db.select().from(school).where(visible(news)) }`],
])('%s over a bare table is found', (_, text) => {
  expect(bareTables('server/db/example.ts', text)).toHaveLength(1)
})

test.each([
  ['the condition', `function f() { return db.select().from(school).where(visible(school)) }`],
  [
    'a helper with the condition',
    `function ofCity(table: typeof news) { return and(visible(table), x) }
    function f() { return db.select().from(news).where(ofCity(news)) }`,
  ],
  ['hidden rows on purpose', `function f() { return db.select().from(withHidden(school)) }`],
])('%s is enough', (_, text) => {
  expect(bareTables('server/db/example.ts', text)).toEqual([])
})

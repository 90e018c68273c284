import { budgets, type BudgetName, type Line, type Table } from './part.ts'

/** A Markdown table. */
export function markdown({ title, head, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const rule = `|${head.map(() => '---').join('|')}|`
  return [`\n### ${title}\n`, line(head), rule, ...rows.map(line)].join('\n')
}

/** Every budget as a row; in a run of all parts what none of them measured counts as missed. */
export function budgetTable(lines: readonly Line[], isWhole: boolean): Table {
  const names = Object.keys(budgets)
    .filter((name): name is BudgetName => name in budgets)
    .filter((name) => isWhole || lines.some(({ budget }) => budget === name))
  const rows = names.map((name) => {
    const [what, limit] = budgets[name]
    const line = lines.find(({ budget }) => budget === name) ?? notMeasured(name)
    const verdict = (line.isMet ? 'met' : '**missed**') + (line.cause === undefined ? '' : `: ${line.cause}`)
    return [what, limit, line.measured, verdict]
  })
  return { title: 'Budgets', head: ['what', 'budget', 'measured', 'verdict'], rows }
}

function notMeasured(budget: BudgetName): Line {
  return { budget, measured: '–', isMet: false, cause: 'not measured in this run' }
}

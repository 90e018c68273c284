import type { DatabaseConnection } from '#server/db/connect.ts'
import type { OperatorCommand } from '#server/services/operator-command.ts'
import { importCommand } from './import-command.ts'
import { reviewCommand } from './review-command.ts'
import { sampleCommand } from './sample-command.ts'

const makers = new Map([
  ['import', importCommand],
  ['review', reviewCommand],
  ['sample', sampleCommand],
])

/** Names of the operator's commands. */
export const commandNames: readonly string[] = [...makers.keys()]

/** The operator's commands over one open database, by name. */
export function operatorCommands(connection: DatabaseConnection): ReadonlyMap<string, OperatorCommand> {
  return new Map([...makers].map(([name, make]) => [name, make(connection)]))
}

import type { DatabaseConnection } from '#server/db/connect.ts'
import type { OperatorCommand } from '#server/services/operations/operator-command.ts'
import { openImages } from '#server/services/media/images/open-images.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { backupCommand } from './backup-command.ts'
import { exportCommand } from './export-command.ts'
import { importCommand } from './import-command.ts'
import { notedCommand } from './noted-commands.ts'
import { pushCommand } from './push-command.ts'
import { kioskCommand } from './kiosk-command.ts'
import { sampleCommand } from './sample-command.ts'
import { staffCommand } from './staff-command.ts'

type Maker = (
  connection: DatabaseConnection,
  images: ImageStore,
  personal: PersonalData,
  dataDir: string,
) => OperatorCommand

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['backup', backupCommand],
  ['export', exportCommand],
  ['import', importCommand],
  ['push:baidu', pushCommand],
  ['kiosk', (connection, _images, personal) => kioskCommand(connection, personal)],
  ['sample', sampleCommand],
  ['staff', (connection, _images, personal) => staffCommand(connection, personal)],
])

/** Names of the operator's commands. */
export const commandNames: readonly string[] = [...makers.keys()]

/**
 * The operator's commands over one open database, by name. `personal` decrypts; pictures are in the data folder unless
 * `images` names another store.
 */
export function operatorCommands(
  connection: DatabaseConnection,
  dataDir: string,
  personal: PersonalData,
  images: ImageStore = openImages({ dataDir }),
): ReadonlyMap<string, OperatorCommand> {
  return new Map(
    [...makers].map(([name, make]) => [
      name,
      notedCommand(connection.db, name, make(connection, images, personal, dataDir)),
    ]),
  )
}

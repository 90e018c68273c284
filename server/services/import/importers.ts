import { importSchools } from './import-schools.ts'
import type { Importer } from './importer.ts'

/** What can be imported, by the name of the entity. */
export const importers: ReadonlyMap<string, Importer> = new Map([['schools', importSchools]])

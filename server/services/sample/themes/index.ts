import { ocean } from './ocean.ts'
import type { Theme } from './theme.ts'

/** All themes. */
export const themes: readonly Theme[] = [ocean]

import { towerCompositions } from './towers.ts'
import { courtCompositions } from './courts.ts'
import { shoreCompositions } from './shores.ts'
import { riverCompositions } from './rivers.ts'
import { alleyCompositions } from './alleys.ts'
import { gardenCompositions } from './gardens.ts'
import { townCompositions } from './town.ts'
import { modernCompositions } from './modern.ts'
import { slopeCompositions } from './slopes.ts'
import { outlookCompositions } from './outlooks.ts'
import { arenaCompositions } from './arenas.ts'
import { playCompositions } from './play.ts'
import { modelCompositions } from './models.ts'
import { viewCompositions } from './views.ts'
import { weatherCompositions } from './weather.ts'
import { treeCompositions } from './trees.ts'
import type { Composition } from '../drawing/scene.ts'

/** Every way to draw a campus; the number in a campus seed is a place in this list, so the order is fixed. */
export const campusCompositions: readonly Composition[] = [
  ...towerCompositions,
  ...courtCompositions,
  ...shoreCompositions,
  ...riverCompositions,
  ...alleyCompositions,
  ...gardenCompositions,
  ...townCompositions,
  ...modernCompositions,
  ...slopeCompositions,
  ...outlookCompositions,
  ...arenaCompositions,
  ...playCompositions,
  ...modelCompositions,
  ...viewCompositions,
  ...weatherCompositions,
  ...treeCompositions,
]

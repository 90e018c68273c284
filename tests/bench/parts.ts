import type { Part } from './part.ts'
import { measureApi } from './parts/api.ts'
import { measureBytes } from './parts/bytes.ts'
import { measureColdStart } from './parts/cold-start.ts'
import { measureCostlyCalls } from './parts/costly-calls.ts'
import { measureInteraction } from './parts/interaction.ts'
import { measureLatency } from './parts/latency.ts'
import { measureLighthouse } from './parts/lighthouse.ts'
import { measureMemory } from './parts/memory.ts'
import { measureMixedVisitors } from './parts/mixed-visitors.ts'
import { measurePaint } from './parts/paint.ts'
import { measurePictures } from './parts/pictures.ts'
import { measureStatements } from './parts/statements.ts'
import { measureStreaming } from './parts/streaming.ts'
import { measureTestTime } from './parts/test-time.ts'
import { measureThroughput } from './parts/throughput.ts'
import { measureWeakNetwork } from './parts/weak-network.ts'

/** The parts of the benchmark in their order. */
export const parts: readonly Part[] = [
  { name: 'bytes', measure: measureBytes },
  { name: 'pictures', measure: measurePictures },
  { name: 'throughput', measure: measureThroughput },
  { name: 'latency', measure: measureLatency },
  { name: 'costly-calls', measure: measureCostlyCalls },
  { name: 'mixed-visitors', measure: measureMixedVisitors },
  { name: 'statements', measure: measureStatements },
  { name: 'memory', measure: measureMemory },
  { name: 'cold-start', measure: measureColdStart },
  { name: 'streaming', measure: measureStreaming },
  { name: 'weak-network', measure: measureWeakNetwork },
  { name: 'lighthouse', measure: measureLighthouse },
  { name: 'paint', measure: measurePaint },
  { name: 'interaction', measure: measureInteraction },
  { name: 'api', measure: measureApi },
  { name: 'test-time', measure: measureTestTime },
]

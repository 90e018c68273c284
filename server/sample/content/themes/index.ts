import { astronomy } from './astronomy.ts'
import { coding } from './coding.ts'
import { craft } from './craft.ts'
import { design } from './design.ts'
import { enterprise } from './enterprise.ts'
import { farm } from './farm.ts'
import { film } from './film.ts'
import { heritage } from './heritage.ts'
import { languages } from './languages.ts'
import { life } from './life.ts'
import { making } from './making.ts'
import { maths } from './maths.ts'
import { museum } from './museum.ts'
import { music } from './music.ts'
import { ocean } from './ocean.ts'
import { outdoor } from './outdoor.ts'
import { play } from './play.ts'
import { reading } from './reading.ts'
import { service } from './service.ts'
import { sport } from './sport.ts'
import { theatre } from './theatre.ts'
import { wellbeing } from './wellbeing.ts'
import { wildlife } from './wildlife.ts'
import { writing } from './writing.ts'
import type { Theme } from './theme.ts'

/** All themes; a city has a school of each as far as its schools go. */
export const themes: readonly Theme[] = [
  astronomy,
  coding,
  craft,
  design,
  enterprise,
  farm,
  film,
  heritage,
  languages,
  life,
  making,
  maths,
  museum,
  music,
  ocean,
  outdoor,
  play,
  reading,
  service,
  sport,
  theatre,
  wellbeing,
  wildlife,
  writing,
]

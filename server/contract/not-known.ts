/**
 * What pages say of a fact that this site does not know yet, before its name or alone: 还没查到学费. That a school has not
 * published something is said only where somebody states it.
 */
export const notKnown = '还没查到'

/** Nothing is summed up, and no chart is drawn, of fewer schools than this. */
export const fewestSummed = 20

/** The name of the choice of schools of which a facet counts as not known, some of which have a value past its life. */
export function gapLabel(stale = 0, unknown: string = notKnown): string {
  return stale > 0 ? `${unknown}或已过期` : unknown
}

/**
 * What pages say of a fact that this site does not know yet, before its name or alone: 还没查到学费. That a school has not
 * published something is said only where somebody states it.
 */
export const notKnown = '还没查到'

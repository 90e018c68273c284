import type { FacetName } from './vocabulary.ts'

/**
 * What pages say of a fact that this site does not know yet, before its name or alone: 还没查到学费. That a school has not
 * published something is said only where somebody states it.
 */
export const notKnown = '还没查到'

const facetNouns: Readonly<Record<FacetName, string>> = {
  stage: '学段',
  kind: '学校类型',
  curriculum: '课程',
  district: '在哪个区',
  boarding: '能不能住校',
  fee: '学费',
}

/** The same of a facet of lists: 还没查到在哪个区; `whose` stands before the name: 还没查到高中学费. */
export function facetNotKnown(facet: FacetName, whose = ''): string {
  return `${notKnown}${whose}${facetNouns[facet]}`
}

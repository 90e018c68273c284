/** A district as people call it: 罗湖 for 罗湖区, but 高新区, of which 高 alone says nothing. */
export function shortDistrictName(name: string): string {
  return name
    .replace('济技术开发', '开')
    .replace(/(^.区|(?:高新|经开|开发)区)$|(?:新区|街道|区|县|镇)$/u, '$1')
}

/** What visitors type for a district beside its name: 罗湖; 高新区 and 高新. */
export function districtSpellings(name: string): string[] {
  const short = shortDistrictName(name)
  return [short, short.replace(/(..)区$/u, '$1')]
}

/** A district as people call it: 罗湖 for 罗湖区. */
export function shortDistrictName(name: string): string {
  return name.replace(/(新区|街道|区|县|镇)$/u, '')
}

import type { City, CityCode } from '#server/contract/cities.ts'

/** One sentence about choosing a school, for each city. */
const texts: Record<CityCode, string> = {
  '4403': '深圳的国际化学校多在南山、福田与宝安，跨区接送和港籍学位要先问清楚。',
  '4401': '广州的选择从天河、番禺延伸到黄埔与南沙，老牌寄宿学校与新校区并存。',
  '4406': '佛山以顺德、南海和禅城为主，不少家庭同时比较广州西部的学校。',
  '4413': '惠州的国际化学校集中在惠城、惠阳与大亚湾，常与深圳东部放在一起看。',
  '4404': '珠海多在香洲、横琴与高新区，兼顾澳门往来是许多家庭的第一个问题。',
  '4419': '东莞的选择多在松山湖、南城与东城，寄宿与走读的通勤要分开算。',
  '1101': '北京以朝阳、海淀、顺义为多，外籍人员子女学校与双语学校的招生条件不同。',
}

/** The sentence about choosing a school in a city, for the page and its description. */
export function cityText(city: City): string {
  return new Map<string, string>(Object.entries(texts)).get(city.code) ?? ''
}

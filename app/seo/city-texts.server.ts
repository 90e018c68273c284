import type { City, CityCode } from '#server/contract/cities.ts'

/** One sentence about choosing a school, for each city. */
const texts: Record<CityCode, string> = {
  '4403': '在深圳选校，跨区接送和港籍学位要先问清楚。',
  '4401': '在广州选校，先想好住校还是走读，再比课程和学费。',
  '4406': '不少佛山家庭同时比较广州西部的学校，跨城的路程要先走一遍。',
  '4413': '惠州的学校常与深圳东部的放在一起看，来回的路程要先算清楚。',
  '4404': '在珠海选校，兼顾澳门往来是许多家庭的第一个问题。',
  '4419': '在东莞选校，住校与走读的通勤要分开算。',
  '1101': '在北京选校，外籍人员子女学校与双语学校的招生条件不同，要分开看。',
}

/** The sentence about choosing a school in a city, for the page and its description. */
export function cityText(city: City): string {
  return new Map<string, string>(Object.entries(texts)).get(city.code) ?? ''
}

import { cities, cityOfCode, cityOfSlug, type City } from '#server/contract/cities.ts'
import { districtOf, districtsOf, type District } from '#server/contract/districts.ts'

/** Former and colloquial names of districts. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['4401 东山', 'yuexiu'],
  ['4401 芳村', 'liwan'],
  ['4401 萝岗', 'huangpu'],
  ['4401 开发区', 'huangpu'],
  ['4401 经济技术开发区', 'huangpu'],
  ['4404 唐家湾', 'tangjiawan'],
  ['4404 高新技术产业开发区', 'tangjiawan'],
  ['4404 国家高新技术产业开发区', 'tangjiawan'],
  ['4404 高栏港经济区', 'jinwan'],
  ['4404 经开区', 'jinwan'],
  ['4404 经济技术开发区', 'jinwan'],
  ['1101 崇文', 'dongcheng'],
  ['1101 宣武', 'xicheng'],
  ['1101 亦庄', 'yizhuang'],
  ['1101 经开区', 'yizhuang'],
])

const fold = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, '').toLowerCase()
const shortName = (name: string): string =>
  name.replace(
    /(粤澳深度合作区|经济技术开发区|高新技术产业开发区|开发区|高新区|新区|街道|区|县|市|镇|乡)$/u,
    '',
  )

/** The city of a slug, a region code (or adcode), or a Chinese name with or without 市. */
export function cityOfText(text: string): City | undefined {
  const given = fold(text)
  return (
    cityOfSlug(given) ??
    (/^\d{4}(\d{2})?$/.test(given) ? cityOfCode(given.slice(0, 4)) : undefined) ??
    cities.find(({ name }) => name === given.replace(/市$/u, ''))
  )
}

/**
 * The district of a city by slug or Chinese name: in full, without 区 and the like, after the city's name, or under a
 * former name. 仲恺高新区 is 仲恺区.
 */
export function districtOfText(city: City, text: string): District | undefined {
  const given = fold(text)
  const local = given.replace(new RegExp(`^(广东省)?${city.name}市?(?=..)`, 'u'), '')
  const slug = otherNames.get(`${city.code} ${local}`) ?? otherNames.get(`${city.code} ${shortName(local)}`)
  return (
    districtsOf(city.code).find(({ name, slug }) => name === given || slug === given) ??
    (slug === undefined ? undefined : districtOf(city.code, slug)) ??
    districtsOf(city.code).find(({ name }) => name === local) ??
    districtsOf(city.code).find(({ name }) => shortName(name) === shortName(local) && shortName(local) !== '')
  )
}

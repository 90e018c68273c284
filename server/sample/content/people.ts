import type { Random } from './random.ts'

const surnames = Array.from(
  '林陈黄周沈许叶陆程苏顾何梁方郑谢罗温夏秦宋姚傅邓冯彭蒋余韩袁唐潘钟邱江范石孟骆桑简祝柯岑龙侯卓商尹窦',
)
const middles = Array.from('思雨若知清予书言景乐亦可子安嘉明望晓修怀以之潭星沐浅昭闻疏立初闲棠云霁希从谨')
const lasts = Array.from('宁远禾舟衡溪岚澄川微朗晴遥原庭桐笙尧霖屿恬白蓁樾歌岑漪砚秋帆朴昀见和')

const hers =
  'Linnea Maren Imogen Philippa Hester Briony Isolde Tamsin Odile Marit Saskia Petra Noelle Cerys Delphine Wren'.split(
    ' ',
  )
const his =
  'Rowan Tobias Alder Corwin Anselm Lowell Fergus Emrys Casper Declan Ivor Alasdair Bram Hugo Oskar Mateo'.split(
    ' ',
  )
const familyNames =
  'Ashgrove Fernhill Brackley Oakhurst Wintermere Larkfield Haverstock Millbrae Thornley Kestrel Penhallow Redwick Summerlea Foxcote Glenmarsh Birchall Stillwater Harrowgate Marlowe-Finch Elmsworth Quillan Sandford-Ray Tidewell Greaves-Holt Aldermoor Copperfield-Lane Northwick Applegarth Westerling Heathcote-Byrne Silverdale Rushmere'.split(
    ' ',
  )

/** An invented Chinese name of three characters. */
export function chineseName(random: Random): string {
  return random.pick(surnames) + random.pick(middles) + random.pick(lasts)
}

/** An invented foreign name, a woman's or a man's. */
export function foreignName(random: Random, woman: boolean): string {
  return `${random.pick(woman ? hers : his)} ${random.pick(familyNames)}`
}

/** A pupil as shown without consent to a name: the surname and 同学. */
export function maskedPupil(random: Random): string {
  return `${random.pick(surnames)}同学`
}

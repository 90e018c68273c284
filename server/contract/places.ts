import { districtsOf } from './districts.ts'

/** A place inside a city that parents name: a district, or a sub-district or landmark. */
export type Place = {
  slug: string
  name: string
  cityCode: string
  /** Slug of its district; a district is its own. */
  district: string
  /** WGS-84 degrees, good to about 1 km (districts: 2 km). */
  lat: number
  lng: number
  /** Other words for it. */
  aliases: readonly string[]
}

type Row = readonly [
  slug: string,
  name: string,
  district: string,
  lat: number,
  lng: number,
  ...aliases: string[],
]

/** Sub-districts and landmarks by region code, grouped by district. */
const rows: Record<string, readonly Row[]> = {
  '4403': [
    ['shekou', '蛇口', 'nanshan', 22.485, 113.915, '蛇口街道', '海上世界', '太子湾'],
    ['qianhai', '前海', 'nanshan', 22.52, 113.9, '前海湾', '桂湾', '妈湾'],
    ['houhai', '后海', 'nanshan', 22.515, 113.94, '深圳湾', '粤海', '粤海街道'],
    ['kejiyuan', '科技园', 'nanshan', 22.54, 113.95, '高新园', '科苑'],
    ['huaqiaocheng', '华侨城', 'nanshan', 22.54, 113.98, '沙河街道', '世界之窗', '白石洲'],
    ['xili', '西丽', 'nanshan', 22.58, 113.95, '西丽湖', '大学城'],
    ['xiangmihu', '香蜜湖', 'futian', 22.545, 114.035, '香蜜湖街道'],
    ['chegongmiao', '车公庙', 'futian', 22.535, 114.025, '沙头'],
    ['meilin', '梅林', 'futian', 22.565, 114.06, '上梅林', '下梅林'],
    ['huaqiangbei', '华强北', 'futian', 22.545, 114.085],
    ['dongmen', '东门', 'luohu', 22.545, 114.12],
    ['liantang', '莲塘', 'luohu', 22.56, 114.175],
    ['shatoujiao', '沙头角', 'yantian', 22.555, 114.235],
    ['dameisha', '大梅沙', 'yantian', 22.595, 114.305, '小梅沙', '梅沙'],
    ['xixiang', '西乡', 'baoan', 22.58, 113.865],
    ['shajing', '沙井', 'baoan', 22.73, 113.815],
    ['bantian', '坂田', 'longgang', 22.635, 114.07, '华为基地'],
    ['buji', '布吉', 'longgang', 22.605, 114.12],
    ['dayunxincheng', '大运新城', 'longgang', 22.7, 114.22, '大运中心', '大运'],
    ['minzhi', '民治', 'longhua', 22.615, 114.035, '深圳北站', '红山'],
    ['guanlan', '观澜', 'longhua', 22.715, 114.06, '观澜湖'],
  ],
  '4401': [
    ['zhujiangxincheng', '珠江新城', 'tianhe', 23.12, 113.32, '珠江公园', '花城广场'],
    ['tianhebei', '天河北', 'tianhe', 23.14, 113.325, '体育西', '天河城'],
    ['yuancun', '员村', 'tianhe', 23.115, 113.36, '金融城'],
    ['ersha', '二沙岛', 'yuexiu', 23.11, 113.3],
    ['huanshidong', '环市东', 'yuexiu', 23.14, 113.285, '淘金', '建设六马路'],
    ['pazhou', '琶洲', 'haizhu', 23.1, 113.365],
    ['baiyunxincheng', '白云新城', 'baiyun', 23.185, 113.265],
    ['kexuecheng', '科学城', 'huangpu', 23.165, 113.455, '萝岗'],
    ['zhishicheng', '知识城', 'huangpu', 23.37, 113.545],
    ['huananbankuai', '华南板块', 'panyu', 23.0, 113.33, '汉溪长隆', '长隆', '南村', '万博'],
    ['daxuecheng', '大学城', 'panyu', 23.055, 113.395, '小谷围'],
    ['qifu', '祈福新邨', 'panyu', 22.97, 113.33, '钟村'],
  ],
  '4406': [
    ['zumiao', '祖庙', 'chancheng', 23.03, 113.11],
    ['qiandenghu', '千灯湖', 'nanhai', 23.05, 113.14, '桂城'],
    ['shishan', '狮山', 'nanhai', 23.13, 113.0],
    ['foshanxincheng', '佛山新城', 'shunde', 22.96, 113.12, '乐从'],
    ['daliang', '大良', 'shunde', 22.84, 113.25],
    ['beijiao', '北滘', 'shunde', 22.925, 113.22, '碧桂园总部'],
  ],
  '4413': [
    ['jiangbei', '江北', 'huicheng', 23.115, 114.41],
    ['shuikou', '水口', 'huicheng', 23.105, 114.475],
    ['danshui', '淡水', 'huiyang', 22.79, 114.46],
    ['aotou', '澳头', 'dayawan', 22.7, 114.535],
    ['xunliaowan', '巽寮湾', 'huidong', 22.69, 114.745],
  ],
  '4404': [
    ['gongbei', '拱北', 'xiangzhou', 22.22, 113.55],
    ['jida', '吉大', 'xiangzhou', 22.255, 113.58],
    ['xinxiangzhou', '新香洲', 'xiangzhou', 22.28, 113.53],
    ['jinding', '金鼎', 'tangjiawan', 22.38, 113.54],
    ['jingan', '井岸', 'doumen', 22.21, 113.295],
  ],
  '4419': [
    ['dongchengwanda', '东城万达', 'dongcheng', 23.035, 113.785],
    ['hongfulu', '鸿福路', 'nancheng', 23.02, 113.75, '国贸城'],
    ['xiliubeipo', '溪流背坡村', 'songshanhu', 22.9, 113.875, '华为小镇'],
    ['binhaiwan', '滨海湾', 'changan', 22.78, 113.75],
  ],
  '1101': [
    ['wangjing', '望京', 'chaoyang', 40.0, 116.475],
    ['sanlitun', '三里屯', 'chaoyang', 39.935, 116.455, '使馆区'],
    ['guomao', '国贸', 'chaoyang', 39.91, 116.46, 'CBD'],
    ['lidu', '丽都', 'chaoyang', 39.98, 116.475, '将台'],
    ['aoyuncun', '奥运村', 'chaoyang', 40.01, 116.39, '亚运村'],
    ['zhongguancun', '中关村', 'haidian', 39.98, 116.31],
    ['shangdi', '上地', 'haidian', 40.035, 116.315, '西二旗'],
    ['wudaokou', '五道口', 'haidian', 39.99, 116.335],
    ['jinrongjie', '金融街', 'xicheng', 39.915, 116.36],
    ['guozijian', '国子监', 'dongcheng', 39.945, 116.41, '雍和宫'],
    ['fangzhuang', '方庄', 'fengtai', 39.865, 116.435],
    ['lize', '丽泽', 'fengtai', 39.865, 116.32],
    ['houshayu', '后沙峪', 'shunyi', 40.11, 116.54, '中央别墅区', '天竺'],
    ['huilongguan', '回龙观', 'changping', 40.075, 116.335, '天通苑'],
    ['tongzhouxincheng', '副中心', 'tongzhou', 39.91, 116.71, '运河商务区'],
  ],
}

const byCity = new Map<string, readonly Place[]>()

/** The places of a city by region code: its districts in official order, then their sub-districts and landmarks. */
export function placesOf(cityCode: string): readonly Place[] {
  const known = byCity.get(cityCode)
  if (known !== undefined) return known
  const places: Place[] = [
    ...districtsOf(cityCode).map(({ slug, name, lat, lng }) => ({
      slug,
      name,
      cityCode,
      district: slug,
      lat,
      lng,
      aliases: [],
    })),
    ...(rows[cityCode] ?? []).map(([slug, name, district, lat, lng, ...aliases]) => ({
      slug,
      name,
      cityCode,
      district,
      lat,
      lng,
      aliases,
    })),
  ]
  byCity.set(cityCode, places)
  return places
}

/** A place of one city by its slug. */
export function placeOf(cityCode: string, slug: string): Place | undefined {
  return placesOf(cityCode).find((place) => place.slug === slug)
}

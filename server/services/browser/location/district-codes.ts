import type { CityCode } from '#server/contract/cities.ts'

/**
 * Region codes (GB/T 2260) of districts by their slugs. An area without a code of its own has that of the district which
 * it belongs to; Dongguan has no districts.
 */
const codes: Readonly<Record<CityCode, Readonly<Record<string, string>>>> = {
  '4403': {
    luohu: '440303',
    futian: '440304',
    nanshan: '440305',
    baoan: '440306',
    longgang: '440307',
    dapeng: '440307',
    yantian: '440308',
    longhua: '440309',
    pingshan: '440310',
    guangming: '440311',
  },
  '4401': {
    liwan: '440103',
    yuexiu: '440104',
    haizhu: '440105',
    tianhe: '440106',
    baiyun: '440111',
    huangpu: '440112',
    panyu: '440113',
    huadu: '440114',
    nansha: '440115',
    conghua: '440117',
    zengcheng: '440118',
  },
  '4406': {
    chancheng: '440604',
    nanhai: '440605',
    shunde: '440606',
    sanshui: '440607',
    gaoming: '440608',
  },
  '4413': {
    huicheng: '441302',
    zhongkai: '441302',
    huiyang: '441303',
    dayawan: '441303',
    boluo: '441322',
    huidong: '441323',
    longmen: '441324',
  },
  '4404': {
    xiangzhou: '440402',
    hengqin: '440402',
    tangjiawan: '440402',
    doumen: '440403',
    jinwan: '440404',
  },
  '4419': {},
  '1101': {
    dongcheng: '110101',
    xicheng: '110102',
    chaoyang: '110105',
    fengtai: '110106',
    shijingshan: '110107',
    haidian: '110108',
    mentougou: '110109',
    fangshan: '110111',
    tongzhou: '110112',
    shunyi: '110113',
    changping: '110114',
    daxing: '110115',
    yizhuang: '110115',
    huairou: '110116',
    pinggu: '110117',
    miyun: '110118',
    yanqing: '110119',
  },
}

/** The region code of a district, or of its city where the district has none. */
export function districtCode(city: CityCode, slug: string): string {
  return codes[city][slug] ?? `${city}00`
}

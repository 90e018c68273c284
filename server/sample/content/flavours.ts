/** What an operating city gives to its sample schools: prices, districts with weights, places that texts may name. */
export type Flavour = {
  code: string
  /** Telephone area code. */
  areaCode: string
  /** Tuition relative to the dearest city. */
  price: number
  /** Districts in which schools lie, with weights; the others get a school now and then in sized runs. */
  districts: Readonly<Record<string, number>>
  /** Districts of schools by their place in the city, from 0: those that chance would leave empty. */
  placed?: Readonly<Record<number, string>>
  /** Places for texts: a water, a hill, a wild place, an old quarter, a park, and the usual way to school. */
  water: string
  hill: string
  wild: string
  old: string
  park: string
  /** Themes of the list in themes/index.ts that come last here. */
  later: readonly string[]
}

const list: readonly Flavour[] = [
  {
    code: '4403',
    areaCode: '0755',
    price: 1,
    districts: {
      nanshan: 6,
      futian: 4,
      longgang: 3,
      longhua: 3,
      baoan: 3,
      luohu: 2,
      yantian: 1,
      guangming: 1,
      pingshan: 1,
      dapeng: 1,
    },
    placed: { 14: 'dapeng' },
    water: '深圳湾',
    hill: '梧桐山',
    wild: '福田红树林',
    old: '南头古城',
    park: '莲花山公园',
    later: ['heritage', 'craft', 'farm', 'museum'],
  },
  {
    code: '4401',
    areaCode: '020',
    price: 0.92,
    districts: {
      tianhe: 5,
      panyu: 4,
      huangpu: 4,
      nansha: 2,
      zengcheng: 2,
      baiyun: 3,
      haizhu: 2,
      huadu: 1,
      yuexiu: 1,
      conghua: 1,
    },
    water: '珠江',
    hill: '白云山',
    wild: '海珠湿地',
    old: '永庆坊',
    park: '流花湖公园',
    later: ['ocean', 'coding', 'outdoor', 'enterprise'],
  },
  {
    code: '4406',
    areaCode: '0757',
    price: 0.78,
    districts: { nanhai: 6, shunde: 6, chancheng: 5, sanshui: 2, gaoming: 1 },
    water: '东平河',
    hill: '西樵山',
    wild: '云东海湿地',
    old: '岭南天地',
    park: '千灯湖公园',
    later: ['ocean', 'film', 'languages', 'astronomy'],
  },
  {
    code: '4413',
    areaCode: '0752',
    price: 0.7,
    districts: { huicheng: 6, huiyang: 4, dayawan: 4, zhongkai: 3, boluo: 2, huidong: 1 },
    water: '东江',
    hill: '罗浮山',
    wild: '考洲洋红树林',
    old: '水东街',
    park: '红花湖景区',
    later: ['museum', 'film', 'enterprise', 'languages'],
  },
  {
    code: '4404',
    areaCode: '0756',
    price: 0.85,
    districts: { xiangzhou: 7, tangjiawan: 5, hengqin: 4, jinwan: 3, doumen: 2 },
    water: '香炉湾',
    hill: '凤凰山',
    wild: '淇澳岛红树林',
    old: '唐家古镇',
    park: '海滨公园',
    later: ['making', 'heritage', 'farm', 'maths'],
  },
  {
    code: '4419',
    areaCode: '0769',
    price: 0.78,
    districts: {
      songshanhu: 5,
      nancheng: 4,
      dongcheng: 4,
      liaobu: 2,
      changan: 2,
      humen: 2,
      houjie: 2,
      tangxia: 2,
      fenggang: 2,
      dalang: 1,
      qingxi: 1,
      changping: 1,
      guancheng: 1,
      dalingshan: 1,
    },
    water: '华阳湖',
    hill: '观音山',
    wild: '同沙湿地',
    old: '可园老街',
    park: '旗峰公园',
    later: ['ocean', 'museum', 'film', 'astronomy'],
  },
  {
    code: '1101',
    areaCode: '010',
    price: 1.06,
    districts: {
      chaoyang: 6,
      shunyi: 5,
      haidian: 4,
      changping: 3,
      tongzhou: 2,
      daxing: 2,
      fengtai: 1,
      yizhuang: 2,
      dongcheng: 1,
      xicheng: 1,
      fangshan: 1,
    },
    water: '潮白河',
    hill: '西山',
    wild: '野鸭湖',
    old: '什刹海',
    park: '奥林匹克森林公园',
    later: ['ocean', 'farm', 'craft', 'enterprise'],
  },
]

const byCode = new Map(list.map((flavour) => [flavour.code, flavour]))

/** The flavour of an operating city; throws for another code. */
export function flavourOf(cityCode: string): Flavour {
  const flavour = byCode.get(cityCode)
  if (flavour === undefined) throw new Error(`no sample flavour for city ${cityCode}`)
  return flavour
}

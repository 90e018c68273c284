/** A district (or, in Dongguan, a town) of an operating city. */
export type District = { slug: string; name: string; lat: number; lng: number }

type Row = readonly [slug: string, name: string, lat: number, lng: number]

/** Districts by region code; the place is the district's centre in WGS-84 degrees, good to about 2 km. */
const rows: Record<string, readonly Row[]> = {
  '4403': [
    ['futian', '福田区', 22.522, 114.055],
    ['luohu', '罗湖区', 22.548, 114.131],
    ['nanshan', '南山区', 22.533, 113.93],
    ['yantian', '盐田区', 22.557, 114.237],
    ['baoan', '宝安区', 22.555, 113.884],
    ['longgang', '龙岗区', 22.72, 114.247],
    ['longhua', '龙华区', 22.697, 114.045],
    ['pingshan', '坪山区', 22.708, 114.346],
    ['guangming', '光明区', 22.749, 113.936],
    ['dapeng', '大鹏新区', 22.595, 114.478],
  ],
  '4401': [
    ['yuexiu', '越秀区', 23.129, 113.267],
    ['haizhu', '海珠区', 23.084, 113.317],
    ['liwan', '荔湾区', 23.126, 113.244],
    ['tianhe', '天河区', 23.124, 113.361],
    ['baiyun', '白云区', 23.157, 113.273],
    ['huangpu', '黄埔区', 23.181, 113.48],
    ['panyu', '番禺区', 22.937, 113.384],
    ['huadu', '花都区', 23.404, 113.22],
    ['nansha', '南沙区', 22.802, 113.525],
    ['conghua', '从化区', 23.548, 113.587],
    ['zengcheng', '增城区', 23.261, 113.811],
  ],
  '4406': [
    ['chancheng', '禅城区', 23.009, 113.122],
    ['nanhai', '南海区', 23.029, 113.143],
    ['shunde', '顺德区', 22.805, 113.293],
    ['sanshui', '三水区', 23.156, 112.897],
    ['gaoming', '高明区', 22.9, 112.893],
  ],
  '4413': [
    ['huicheng', '惠城区', 23.084, 114.383],
    ['huiyang', '惠阳区', 22.789, 114.456],
    ['boluo', '博罗县', 23.173, 114.289],
    ['huidong', '惠东县', 22.985, 114.72],
    ['longmen', '龙门县', 23.728, 114.255],
    ['dayawan', '大亚湾区', 22.74, 114.52],
    ['zhongkai', '仲恺区', 23.03, 114.32],
  ],
  '4404': [
    ['xiangzhou', '香洲区', 22.266, 113.543],
    ['doumen', '斗门区', 22.209, 113.297],
    ['jinwan', '金湾区', 22.147, 113.363],
    ['hengqin', '横琴新区', 22.118, 113.54],
    ['tangjiawan', '高新区', 22.37, 113.59],
  ],
  '4419': [
    ['guancheng', '莞城街道', 23.053, 113.745],
    ['dongcheng', '东城街道', 23.03, 113.78],
    ['nancheng', '南城街道', 23.02, 113.752],
    ['wanjiang', '万江街道', 23.05, 113.73],
    ['songshanhu', '松山湖', 22.92, 113.89],
    ['shilong', '石龙镇', 23.11, 113.86],
    ['humen', '虎门镇', 22.815, 113.673],
    ['changan', '长安镇', 22.804, 113.803],
    ['houjie', '厚街镇', 22.94, 113.67],
    ['liaobu', '寮步镇', 22.99, 113.86],
    ['dalang', '大朗镇', 22.94, 113.93],
    ['tangxia', '塘厦镇', 22.81, 114.07],
    ['fenggang', '凤岗镇', 22.745, 114.14],
    ['changping', '常平镇', 22.98, 114.0],
    ['zhangmutou', '樟木头镇', 22.92, 114.07],
    ['qingxi', '清溪镇', 22.845, 114.155],
    ['dalingshan', '大岭山镇', 22.9, 113.84],
    ['chashan', '茶山镇', 23.07, 113.87],
    ['shijie', '石碣镇', 23.1, 113.81],
    ['gaobu', '高埗镇', 23.08, 113.74],
    ['zhongtang', '中堂镇', 23.09, 113.66],
    ['wangniudun', '望牛墩镇', 23.05, 113.66],
    ['daojiao', '道滘镇', 23.0, 113.68],
    ['hongmei', '洪梅镇', 22.99, 113.61],
    ['mayong', '麻涌镇', 23.05, 113.58],
    ['shatian', '沙田镇', 22.92, 113.6],
    ['huangjiang', '黄江镇', 22.88, 113.99],
    ['xiegang', '谢岗镇', 22.97, 114.14],
    ['qiaotou', '桥头镇', 23.02, 114.09],
    ['hengli', '横沥镇', 23.03, 113.97],
    ['dongkeng', '东坑镇', 22.99, 113.94],
    ['qishi', '企石镇', 23.06, 114.02],
    ['shipai', '石排镇', 23.08, 113.94],
  ],
  '1101': [
    ['dongcheng', '东城区', 39.929, 116.416],
    ['xicheng', '西城区', 39.912, 116.366],
    ['chaoyang', '朝阳区', 39.921, 116.443],
    ['haidian', '海淀区', 39.96, 116.298],
    ['fengtai', '丰台区', 39.858, 116.287],
    ['shijingshan', '石景山区', 39.906, 116.223],
    ['mentougou', '门头沟区', 39.94, 116.102],
    ['fangshan', '房山区', 39.749, 116.143],
    ['tongzhou', '通州区', 39.91, 116.656],
    ['shunyi', '顺义区', 40.13, 116.655],
    ['changping', '昌平区', 40.221, 116.231],
    ['daxing', '大兴区', 39.727, 116.341],
    ['huairou', '怀柔区', 40.316, 116.632],
    ['pinggu', '平谷区', 40.141, 117.121],
    ['miyun', '密云区', 40.377, 116.843],
    ['yanqing', '延庆区', 40.457, 115.975],
    ['yizhuang', '经济技术开发区', 39.795, 116.506],
  ],
}

const byCity = new Map<string, readonly District[]>(
  Object.entries(rows).map(([code, list]) => [
    code,
    list.map(([slug, name, lat, lng]) => ({ slug, name, lat, lng })),
  ]),
)

/** The districts of a city by region code, in official order; empty for an unknown code. */
export function districtsOf(cityCode: string): readonly District[] {
  return byCity.get(cityCode) ?? []
}

/** A district of one city by its slug. */
export function districtOf(cityCode: string, slug: string): District | undefined {
  return districtsOf(cityCode).find((district) => district.slug === slug)
}

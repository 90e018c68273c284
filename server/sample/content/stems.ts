/** Name stems by theme, one for each city in the order of the contract. All are invented. */
export const stemsOfThemes: Readonly<Record<string, readonly string[]>> = {
  ocean: ['听澜', '潮生', '汐语', '鲸湾', '望屿', '泊岸', '沧溪'],
  theatre: ['朗声', '青梧', '棠音', '春台', '流岚', '梨墨', '槐序'],
  making: ['匠石', '砺行', '墨规', '榫卯', '凿光', '恒川', '琢云'],
  reading: ['栖书', '卷石', '缃帙', '砚湖', '枕书', '晴窗', '芸台'],
  farm: ['禾汀', '谷语', '麦塘', '耕野', '穗宁', '垄上', '粟里'],
  service: ['同舟', '仁里', '邻光', '予安', '携与', '暖川', '知邻'],
  music: ['弦歌', '笙和', '清商', '听弦', '鹿笙', '竹韵', '钟麓'],
  maths: ['知衡', '明算', '方塘', '思垣', '玑衡', '推溪', '璇衡'],
  astronomy: ['望垣', '星垂', '曙辰', '昴川', '拾星', '枢野', '曜原'],
  craft: ['釉川', '青坯', '窑山', '素瓷', '釉海', '坯园', '琉光'],
  wildlife: ['鹭洲', '榕屿', '雁汀', '羽湖', '蕨园', '鹳塘', '鸢野'],
  sport: ['骁川', '奔原', '腾岳', '凌步', '逐汐', '驰原', '踏燕'],
  enterprise: ['拓汀', '通衢', '行舸', '远樯', '帆渡', '拓垣', '衢清'],
  writing: ['言溪', '叙白', '墨溪', '辞川', '见字', '砚秋', '笺北'],
  museum: ['鉴川', '拾遗', '藏锦', '砖湖', '贝阙', '匣光', '璞园'],
  coding: ['元犀', '机杼', '智塬', '灵垣', '数屿', '芯野', '衍星'],
  design: ['檐语', '营丘', '筑溪', '廊桥', '筑屿', '构园', '檐月'],
  film: ['映川', '逐光', '影塘', '帧湖', '光屿', '镜园', '映雪'],
  languages: ['会同', '语桥', '通译', '睦邻', '津渡', '汇言', '和畅'],
  life: ['白芷', '半夏', '杜若', '南烛', '辛夷', '苏木', '远志'],
  outdoor: ['栖岚', '云岫', '岫山', '罗岚', '石径', '岭上', '燕岫'],
  heritage: ['既明', '昭礼', '敬止', '修竹', '清晏', '木铎', '温言'],
  play: ['小满', '芽语', '萤塘', '豆荚', '贝壳', '蒲草', '拾穗'],
  wellbeing: ['予清', '安禾', '沐棠', '宁汀', '暖屿', '知微', '木兮'],
}

const firsts =
  '文博雅正明德知行致远崇善思源润泽锦绣云星河晨曦景和启新弘毅嘉禾瑞芝瀚海澄怀清砚岚峰松筠梓桐榆柳枫杉柏槿兰芷蕙荷菱苇芦荻桑榕棠梨杏桃李梅竹菊葵麦穗稻谷泉溪涧湖浦洲渚汀沙岸岛屿湾港帆舟楫桥渡津亭台楼阁轩榭廊庭园圃林野原岭岳岩石玉珏琅琪璟瑾瑜璇琬珩珂'
const seconds =
  '川源华林山岭峰岩石溪泉湖海洋湾港洲岛桥亭台园苑庭院轩阁楼堂馆舍斋窗灯烛光辉晖曜星辰月云霞霖雨露雪霜风岚烟霁晴朗清澄澈净宁安和平康泰祥瑞嘉善美雅文章墨砚笔书卷册琴棋画诗词歌赋韵音声律钟磬弦笙箫'

const curated = new Set(Object.values(stemsOfThemes).flat())

/** The n-th generated stem of two characters, each once until the combinations run out; curated stems are left out. */
export function generatedStems(offset: number): () => string {
  const size = firsts.length * seconds.length
  // A step without a common factor with the size visits every pair once.
  const step = coprimeStep(size, 7919)
  let at = offset % size
  let taken = 0
  return () => {
    for (;;) {
      at = (at + step) % size
      taken += 1
      const first = firsts.charAt(Math.floor(at / seconds.length))
      const second = seconds.charAt(at % seconds.length)
      const again = taken > size ? numerals.charAt(Math.floor(taken / size) - 1) : ''
      if (first !== second && !curated.has(first + second)) return first + second + again
    }
  }
}

const numerals = '东南西北中'

function coprimeStep(size: number, from: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let step = from
  while (divisor(size, step) !== 1) step += 1
  return step
}

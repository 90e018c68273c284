/** A place to live in each city, by the city's pinyin. */
export const placesToLive: Readonly<Record<string, string>> = {
  shenzhen: 'shekou',
  guangzhou: 'tianhe',
  foshan: 'chancheng',
  huizhou: 'huicheng',
  zhuhai: 'xiangzhou',
  dongguan: 'songshanhu',
  beijing: 'chaoyang',
}

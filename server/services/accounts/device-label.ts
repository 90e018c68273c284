/** Checked in order: most browsers claim to be several others as well. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/i, '微信'],
  [/AlipayClient/i, '支付宝'],
  [/MQQBrowser/i, 'QQ 浏览器'],
  [/\bQQ\//, 'QQ'],
  [/UCBrowser|UCWEB/i, 'UC 浏览器'],
  [/HuaweiBrowser/i, '华为浏览器'],
  [/MiuiBrowser|XiaoMi/i, '小米浏览器'],
  [/VivoBrowser/i, 'vivo 浏览器'],
  [/HeyTapBrowser/i, 'OPPO 浏览器'],
  [/SamsungBrowser/i, '三星浏览器'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/i, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A short label of a device for its owner, `Chrome · Android`; undefined for an unknown user agent. */
export function deviceLabel(userAgent: string | null): string | undefined {
  if (userAgent === null) return undefined
  const words = [browsers, systems].flatMap((table) => {
    const known = table.find(([sign]) => sign.test(userAgent))
    return known === undefined ? [] : [known[1]]
  })
  return words.length === 0 ? undefined : words.join(' · ')
}

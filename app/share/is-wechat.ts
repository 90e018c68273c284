/** Whether this page is open in WeChat's own browser. */
export function isWechat(): boolean {
  return /MicroMessenger/.test(navigator.userAgent)
}

/** What this browser cannot do of what a kiosk needs, in words for staff; undefined when it can all of it. */
export function missingCapability(): string | undefined {
  if (!window.isSecureContext) {
    return '这个地址不是加密连接（https），浏览器不允许离线保存。本页只能联网签到。'
  }
  const lacks = !('serviceWorker' in navigator) || !('indexedDB' in window) || !('subtle' in crypto)
  return lacks ? '这个浏览器不支持离线签到。本页只能联网签到，请换用新版 Chrome、Edge 或 Safari。' : undefined
}

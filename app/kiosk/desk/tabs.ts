const channelName = 'kiosk'
const unpairedWord = 'unpaired'

/** Tells the other tabs of this browser that the device was unpaired. */
export function tellUnpaired(): void {
  if (!('BroadcastChannel' in window)) return
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(unpairedWord)
  channel.close()
}

/** Calls back when another tab unpaired this device. */
export function onUnpaired(told: () => void): void {
  if (!('BroadcastChannel' in window)) return
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }) => {
    if (data === unpairedWord) told()
  })
}

const channelName = 'kiosk'
const unpairedMessage = 'unpaired'

/** Notifies the other tabs of this browser that the device was unpaired. */
export function broadcastUnpaired(): void {
  if (!('BroadcastChannel' in window)) return
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(unpairedMessage)
  channel.close()
}

/** Calls back when another tab unpaired this device. */
export function onUnpaired(listener: () => void): void {
  if (!('BroadcastChannel' in window)) return
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }) => {
    if (data === unpairedMessage) listener()
  })
}

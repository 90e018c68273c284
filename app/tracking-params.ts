/** Query parameters that campaigns and messengers add and that no page reads. */
const trackingParams = /^(?:utm_\w+|from|isappinstalled|bd_vid|gclid|fbclid|spm|nsukey|scene|clicktime)$/

/** Whether a query parameter only tracks where its visitor came from. */
export function isTrackingParam(name: string): boolean {
  return trackingParams.test(name)
}

declare global {
  interface Navigator {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
}

/**
 * Whether to save data: Save-Data is on, or the connection is of the second generation. Remix's prefetching does not
 * check that.
 */
export function savesData(): boolean {
  const { saveData, effectiveType } = navigator.connection ?? {}
  return saveData === true || /2g/.test(effectiveType ?? '')
}

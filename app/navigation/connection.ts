declare global {
  interface Navigator {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
}

/** Whether this connection is one to spare: data saving is asked for, or it is of the second generation. Remix asks no connection. */
export function savesData(): boolean {
  const { saveData, effectiveType } = navigator.connection ?? {}
  return saveData === true || /2g/.test(effectiveType ?? '')
}

/** Version of the terms of use; raise it with every change of their text. */
export const termsVersion = '2026-11-29.1'

/** Version of the privacy policy; raise it with every change of its text. */
export const privacyVersion = '2026-11-29.7'

/** The versions of both texts that a login agrees to, as the login form sends them and the account stores them. */
export const agreedVersion = `${termsVersion}/${privacyVersion}`

/** A version as pages write it: its day and number. */
export function versionText(version: string): string {
  const [year = '', month = '', day = '', number = ''] = version.split(/[-.]/)
  return `${year}年${Number(month)}月${Number(day)}日，第 ${number} 版`
}

/** Version of the terms of use; raise it with every change of their text. */
export const termsVersion = '2026-11-29.1'

/** Version of the privacy policy; raise it with every change of its text. */
export const privacyVersion = '2026-11-29.8'

/** The versions of both texts that a login agrees to, as the login form sends them and the account stores them. */
export const agreedVersion = `${termsVersion}/${privacyVersion}`

/**
 * What is wrong with a login's word that both texts were agreed to; undefined where it names their versions of now. Forms of
 * before a change name other ones: what stands there now has to be seen first.
 */
export function agreementFault(agreed: string | undefined): string | undefined {
  if (agreed === agreedVersion) return undefined
  return agreed === undefined || agreed === ''
    ? '请看过用户协议和隐私政策，再勾选同意'
    : '用户协议或隐私政策有了新的版本，请看过再勾选'
}

/** A version as pages write it: its day and number. */
export function versionText(version: string): string {
  const [year = '', month = '', day = '', number = ''] = version.split(/[-.]/)
  return `${year}年${Number(month)}月${Number(day)}日，第 ${number} 版`
}

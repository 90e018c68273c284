/**
 * The QR code of a public page of this site, for paper: its parent hides it on screen, and where the engine knows lazy
 * pictures it is loaded for print alone. Of any other page it is empty.
 */
export function PrintedQr({ path }: { path: string }) {
  return <img loading="lazy" src={`/media/qr${path}`} alt="" />
}

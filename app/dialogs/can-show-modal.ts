/** Whether this engine has modal dialogs (from Safari 15.4 and Firefox 98 on); false on the server. */
export function canShowModal(): boolean {
  return typeof HTMLDialogElement !== 'undefined' && 'showModal' in HTMLDialogElement.prototype
}

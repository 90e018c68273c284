/** Whether the server rendered this document for a browser with a session's token, in any layout (app/root.tsx). */
export function hasSession(): boolean {
  return document.documentElement.dataset['loggedIn'] !== undefined
}

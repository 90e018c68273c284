/** The event of a document in which 分享 was chosen in WeChat; prevented by the picture that then shows. */
export const hintEvent = 'wechat-hint'

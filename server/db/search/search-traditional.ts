/** Traditional characters that occur in names of schools and places, each followed by its simplified form. */
const pairs =
  '亞亚來来個个們们倫伦偉伟傑杰備备傳传價价優优儲储兒儿兩两冊册凱凯創创劃划劉刘動动務务勝胜勞劳勢势勵励區区協协參参員员問问啓启啟启喬乔單单嚮向嚴严囑嘱國国圍围園园圓圆圖图團团報报場场塊块塗涂壇坛壓压壯壮' +
  '夢梦夾夹奧奥奮奋婦妇媽妈嬰婴孫孙學学實实寧宁寫写寬宽寶宝將将專专對对導导屆届層层岡冈島岛峽峡崗岗嶺岭帥帅師师帶带幫帮幹干幾几庫库廈厦廟庙廠厂廣广廬庐張张強强彈弹後后徑径從从復复徵征恆恒悅悦愛爱慶庆憲宪' +
  '應应懷怀戰战戲戏戶户拋抛揚扬換换搖摇擇择擔担據据擴扩攝摄敵敌數数斷断時时晉晋書书會会東东條条楊杨業业極极構构槍枪樂乐樓楼標标樣样樹树橋桥機机檔档檢检權权欽钦歐欧歡欢歲岁歷历歸归殘残氣气沒没沖冲況况涼凉' +
  '淺浅測测渾浑湯汤溝沟溫温滌涤滬沪滿满漁渔漢汉潔洁潤润潯浔澤泽濟济濰潍濱滨瀝沥瀾澜灘滩灝灏灣湾灤滦為为無无煉炼熱热爲为爾尔牽牵猶犹獅狮獎奖獨独獲获現现瑪玛環环瓊琼產产畝亩畢毕畫画異异當当療疗癥症發发盡尽' +
  '監监盤盘盧卢眞真眾众矯矫碩硕確确礎础祿禄禪禅禮礼種种稱称積积穩稳窩窝競竞筆笔筍笋節节範范築筑簡简簽签籃篮糧粮紀纪約约紅红紐纽純纯級级紹绍終终組组結结絡络給给統统絲丝經经綜综綠绿維维綱纲網网緊紧線线緣缘' +
  '編编縣县縱纵總总績绩織织繪绘繼继續续纖纤羅罗羣群義义習习聖圣聞闻聯联聰聪聲声職职聽听肅肃腦脑膚肤臨临臺台與与興兴舉举舊旧艙舱艦舰莊庄華华萬万葉叶蒼苍蓋盖蓮莲蔣蒋蔭荫蕭萧薈荟藍蓝藝艺蘇苏蘭兰號号術术衛卫' +
  '裏里補补裝装裡里製制複复見见規规視视親亲覺觉觀观訓训託托記记設设許许評评詩诗話话認认語语誠诚說说課课調调談谈論论諾诺謙谦講讲謝谢證证識识譚谭譽誉讀读變变讓让豐丰豬猪貝贝貞贞負负財财貢贡貴贵買买費费賀贺' +
  '資资賓宾賞赏賢贤質质賴赖賽赛贊赞趙赵趨趋躍跃車车軍军軒轩軟软較较輔辅輝辉輪轮轉转農农迴回這这連连週周進进運运過过達达遠远適适選选遺遗還还邊边邏逻郵邮鄉乡鄧邓鄭郑鄰邻醫医釋释針针鈞钧鉅钜銀银銘铭鋒锋鋼钢' +
  '錄录錢钱錦锦鍵键鍾钟鎖锁鎮镇鏡镜鐘钟鐵铁鑽钻長长門门閃闪開开閣阁閩闽閱阅闊阔關关陝陕陰阴陳陈陸陆陽阳隊队階阶際际隨随隱隐雙双雜杂雞鸡離离難难雲云電电霧雾霽霁靈灵靜静韓韩韻韵頁页頂顶項项順顺須须頌颂預预' +
  '頓顿領领頤颐頭头頻频題题顏颜願愿類类顧顾顯显風风飛飞飯饭飲饮養养餘余館馆馬马駿骏騎骑騰腾驕骄驗验驛驿驪骊體体髮发鬥斗魚鱼魯鲁鮮鲜鯤鲲鳥鸟鳳凤鴻鸿鵬鹏鶴鹤鷹鹰鹽盐麗丽麥麦麼么黃黄黌黉點点黨党齊齐龍龙龐庞' +
  '龜龟'

const simpleForm = new Map<string, string>()
const characters = Array.from(pairs)
for (let at = 0; at + 1 < characters.length; at += 2) {
  const [traditional, simple] = [characters[at], characters[at + 1]]
  if (traditional !== undefined && simple !== undefined) simpleForm.set(traditional, simple)
}

/** The text with the traditional characters that names of schools use in their simplified form. */
export function simplified(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (character) => simpleForm.get(character) ?? character)
}

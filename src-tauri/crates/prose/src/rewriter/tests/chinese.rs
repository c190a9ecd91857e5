use super::{assert_becomes, assert_refuses};
use crate::Language::Zh;
use crate::rewriter::{Move, Skill, Source, repertoire};

#[test]
fn intensifiers_go_before_nouns_and_soften_before_predicates() {
    assert_becomes(
        Move::CutFillers,
        Zh,
        &[
            ("那是一间非常小的屋子。", "那是一间小的屋子。"),
            ("屋子里非常安静。", "屋子里很安静。"),
            ("他走得十分缓慢。", "他走得很缓慢。"),
            ("其实，她早就知道了。", "她早就知道了。"),
            ("这场雨实在太大了。", "这场雨太大了。"),
        ],
    );
    assert_refuses(
        Move::CutFillers,
        Zh,
        &[
            "他并不十分高兴。",
            "他不是非常高兴。",
            "等了十分钟。",
            "他不很高兴。",
            "他得了十分。",
            "“屋子里非常安静。”",
            "屋子里非常安静吗？",
            "他不太高兴。",
        ],
    );
}

#[test]
fn doubled_adverbs_go_or_lose_their_particle() {
    assert_becomes(Move::CutAdverbs, Zh, &[("她轻轻地关上了门。", "她关上了门。")]);
    assert_refuses(
        Move::CutAdverbs,
        Zh,
        &[
            "他静静地走。",
            "她没有轻轻地关上门。",
            "他慢慢地明白过来。",
            "“她轻轻地关上了门。”",
        ],
    );
    assert_becomes(
        Move::ThinDi,
        Zh,
        &[
            ("他慢慢地走过去。", "他慢慢走过去。"),
            ("孩子们高高兴兴地回家了。", "孩子们高高兴兴回家了。"),
        ],
    );
    assert_refuses(
        Move::ThinDi,
        Zh,
        &["他费力地站起来。", "这块地很大。", "他轻轻地说。"],
    );
}

#[test]
fn de_goes_between_a_person_and_the_nearest() {
    assert_becomes(
        Move::ThinDe,
        Zh,
        &[
            ("我的母亲站在门口。", "我母亲站在门口。"),
            ("他的心里一阵发酸。", "他心里一阵发酸。"),
            ("我的母亲的手很凉。", "我母亲的手很凉。"),
        ],
    );
    assert_refuses(
        Move::ThinDe,
        Zh,
        &[
            "红色的花开了。",
            "她的手很凉。",
            "冰冷的脸上没有表情。",
            "人人惧怕的自己的父亲来了。",
            "他的脚下了千斤闸。",
            "“我的母亲来了。”",
        ],
    );
}

#[test]
fn le_goes_where_a_later_one_does_its_work() {
    assert_becomes(
        Move::ThinLe,
        Zh,
        &[("他站了起来，走出去关上了门。", "他站起来，走出去关上了门。")],
    );
    assert_refuses(
        Move::ThinLe,
        Zh,
        &[
            "他站了起来。",
            "他吃了饭，走了。",
            "他走了三步了。",
            "他看了看表，笑了。",
        ],
    );
}

#[test]
fn connectives_change_register() {
    assert_becomes(
        Move::FormalConnectives,
        Zh,
        &[
            ("如果他来，我们就走。", "若他来，我们就走。"),
            ("因为下雨，所以他没有来。", "由于下雨，因此他没有来。"),
            ("他已经离开了。", "他已离开了。"),
            ("但是她没有回头。", "但她没有回头。"),
        ],
    );
    assert_becomes(
        Move::PlainConnectives,
        Zh,
        &[
            ("若他来，我们就走。", "如果他来，我们就走。"),
            ("他放下笔，便走了。", "他放下笔，就走了。"),
            ("然而她没有回头。", "可是她没有回头。"),
            ("由于下雨，因此他没有来。", "因为下雨，所以他没有来。"),
            ("他們已離開了這裡。", "他們已經離開了這裡。"),
        ],
    );
    assert_refuses(
        Move::FormalConnectives,
        Zh,
        &[
            "他没有来，因为下雨。",
            "味道和烟灰混在一起很浓。",
            "因为孩子越瘦眼睛就越大。",
            "他是因为下雨才没来的。",
            "“如果他来，我们就走。”",
            "他从马上跳下来。",
        ],
    );
    assert_refuses(
        Move::PlainConnectives,
        Zh,
        &[
            "他若有所思地看着窗外。",
            "不但如此。",
            "但有消息，立刻来报。",
            "若或进城去，他没有熟人。",
            "若将人泪比桃花，泪自长流花自媚。",
        ],
    );
}

#[test]
fn a_bookish_then_stays_where_it_is_another_word() {
    assert_refuses(
        Move::PlainConnectives,
        Zh,
        &["他吹了灯，便就坐下。", "那地方交通便利。", "“他便走了。”"],
    );
}

#[test]
fn comma_chains_split_before_a_clause_with_its_own_subject() {
    assert_becomes(
        Move::SplitSentences,
        Zh,
        &[(
            "他在旧书店里站了整整一个下午，他把每一本书都翻开来看了看，又轻轻放回原处。",
            "他在旧书店里站了整整一个下午。他把每一本书都翻开来看了看，又轻轻放回原处。",
        )],
    );
    assert_refuses(
        Move::SplitSentences,
        Zh,
        &[
            "他站起来，他走了。",
            "因为他在旧书店里站了整整一个下午，他把每一本书都翻开来看了看，又放回原处。",
            "他在旧书店里站了一个下午以后，他把每一本书都翻开来看了看，又轻轻放回原处。",
            "他在旧书店里站了整整一个下午，他才把那一本书翻开来看了看，又轻轻放回原处。",
            "并且因他在旧书店里站了整整一个下午，所以他把每一本书都翻开来看了看，又放回原处。",
            "如果他在旧书店里站了整整一个下午，他会把每一本书都翻开来看一看，再放回原处。",
            "“他在旧书店里站了整整一个下午，他把每一本书都翻开来看了看，又轻轻放回原处。”",
            "老人在旧书店里忽然抬起头来说，他把每一本书都翻开来看了看，又轻轻放回了原处。",
            "他不把那一本旧书从头到尾看完了，他不肯离开书店回到那个又冷又暗的家里去吃饭。",
        ],
    );
}

#[test]
fn short_sentences_join_with_a_comma() {
    assert_becomes(
        Move::JoinSentences,
        Zh,
        &[
            ("他站起来。他走到窗前。", "他站起来，走到窗前。"),
            ("雨停了。他走出门去。", "雨停了，他走出门去。"),
        ],
    );
    assert_refuses(
        Move::JoinSentences,
        Zh,
        &[
            "他没有动。\n\n他看着我。",
            "他站起来！他走到窗前。",
            "雨停了。他的朋友来了。",
            "他来了。他来了。",
            "“雨停了。他走出门去。”",
        ],
    );
}

#[test]
fn marks_change_in_both_directions() {
    assert_becomes(
        Move::SemicolonsToPeriods,
        Zh,
        &[(
            "雨下了整整一夜；院子里积满了水。",
            "雨下了整整一夜。院子里积满了水。",
        )],
    );
    assert_becomes(
        Move::SemicolonsToCommas,
        Zh,
        &[(
            "雨下了整整一夜；院子里积满了水。",
            "雨下了整整一夜，院子里积满了水。",
        )],
    );
    assert_refuses(
        Move::SemicolonsToPeriods,
        Zh,
        &[
            "他要买三样东西：一把新的雨伞；一盏旧的油灯。",
            "他或者今天晚上来；或者明天早上来。",
            "水面上起了一点皱痕；像少女们皱着眉头。",
            "“雨下了整整一夜；院子里积满了水。”",
        ],
    );
    assert_becomes(
        Move::PeriodsToSemicolons,
        Zh,
        &[(
            "有的人往山上走去。有的人往河边走去。",
            "有的人往山上走去；有的人往河边走去。",
        )],
    );
    assert_becomes(
        Move::DashesToParentheses,
        Zh,
        &[("那扇门——他亲手上过油——开着。", "那扇门（他亲手上过油）开着。")],
    );
    assert_becomes(
        Move::DashesToCommas,
        Zh,
        &[("她推开门——却没有进去。", "她推开门，却没有进去。")],
    );
    assert_becomes(
        Move::ParenthesesToDashes,
        Zh,
        &[(
            "那扇门（当年亲手上过油）还开着。",
            "那扇门——当年亲手上过油——还开着。",
        )],
    );
    assert_refuses(
        Move::ParenthesesToDashes,
        Zh,
        &["他（老张）走了。", "见图（第3页）的说明。"],
    );
}

#[test]
fn ellipses_and_exclamations_calm_down() {
    assert_becomes(
        Move::EllipsesToPeriods,
        Zh,
        &[
            ("他不知道自己在等什么……", "他不知道自己在等什么。"),
            ("雨一直下到了天亮……他没有睡。", "雨一直下到了天亮。他没有睡。"),
        ],
    );
    assert_refuses(
        Move::EllipsesToPeriods,
        Zh,
        &[
            "他伸手去拿那个……",
            "千军，万马……",
            "“他不知道自己在等什么……”",
            "他想了很久……也许不会来了。",
        ],
    );
    assert_becomes(
        Move::SoftenExclamations,
        Zh,
        &[
            ("整座房子都烧起来了！", "整座房子都烧起来了。"),
            ("他到底做了什么？！", "他到底做了什么？"),
        ],
    );
    assert_refuses(
        Move::SoftenExclamations,
        Zh,
        &["救命！", "“整座房子都烧起来了！”", "这不是很好吗！"],
    );
}

#[test]
fn wordy_phrases_shrink() {
    assert_becomes(
        Move::TightenPhrases,
        Zh,
        &[
            ("吃饭的时候，他没有说话。", "吃饭时，他没有说话。"),
            ("如果下雨的话，他就不来。", "如果下雨，他就不来。"),
        ],
    );
    assert_refuses(
        Move::TightenPhrases,
        Zh,
        &[
            "小的时候，他住在乡下。",
            "有的时候，他也来。",
            "他说的话，我不信。",
            "我生的时候，祖父已经老了。",
            "到了不知什么时候的时候，他来了。",
        ],
    );
}

#[test]
fn english_moves_leave_chinese_alone() {
    for move_ in [Move::Contract, Move::Expand, Move::SemicolonsToDashes] {
        assert_refuses(
            move_,
            Zh,
            &["他说 I do not know，然后走了。", "雨下了一夜；院子里积满了水。"],
        );
    }
}

#[test]
fn places_and_colours_need_no_de() {
    assert_becomes(
        Move::ThinDe,
        Zh,
        &[
            ("广播站在粮站的后面。", "广播站在粮站后面。"),
            ("机器上贴着白色的胶布。", "机器上贴着白色胶布。"),
        ],
    );
    assert_refuses(Move::ThinDe, Zh, &["那块布是白色的。", "红色的花开了。"]);
    assert_becomes(
        Move::ThinDi,
        Zh,
        &[("窗外的雨渐渐地大了起来。", "窗外的雨渐渐大了起来。")],
    );
    assert_refuses(
        Move::ThinDi,
        Zh,
        &["灯慢慢地、慢慢地亮了。", "他非常仔细地抖了抖雨衣。"],
    );
}

#[test]
fn what_is_said_twice_is_said_once() {
    assert_becomes(
        Move::TightenPhrases,
        Zh,
        &[
            ("抽屉里面没有线头。", "抽屉里没有线头。"),
            ("灯全部都灭了。", "灯都灭了。"),
            ("一条黑色的的河。", "一条黑色的河。"),
        ],
    );
    assert_refuses(
        Move::TightenPhrases,
        Zh,
        &["里面没有线头。", "因为上面所说的缘由。", "盒子的里面是空的。"],
    );
    assert_becomes(
        Move::CutFillers,
        Zh,
        &[("那是一片非常非常平的湖。", "那是一片平的湖。")],
    );
}

#[test]
fn commas_after_openings_come_and_go() {
    assert_becomes(
        Move::AddCommas,
        Zh,
        &[
            ("这时她看见了那盏灯。", "这时，她看见了那盏灯。"),
            ("十二年以前她离开了这里。", "十二年以前，她离开了这里。"),
        ],
    );
    assert_refuses(
        Move::AddCommas,
        Zh,
        &["这时她的手凉了。", "我记得吃饭的时候他不在。", "“这时她来了。”"],
    );
    assert_becomes(
        Move::DropCommas,
        Zh,
        &[
            ("后来，她看见了那盏灯。", "后来她看见了那盏灯。"),
            ("他回来的时候，她已经睡了。", "他回来的时候她已经睡了。"),
        ],
    );
    assert_refuses(
        Move::DropCommas,
        Zh,
        &[
            "他坐下，喝茶。",
            "他回来的时候，她的灯还亮着。",
            "水缸、灯、后来，",
        ],
    );
}

#[test]
fn repeated_subjects_and_sequence_words_go() {
    assert_becomes(
        Move::DropSubjects,
        Zh,
        &[("她坐了起来，她把脚伸下去。", "她坐了起来，把脚伸下去。")],
    );
    assert_refuses(
        Move::DropSubjects,
        Zh,
        &[
            "她的手凉了，她走了。",
            "她母亲来了，她走了。",
            "他叫她进来，他坐下了。",
            "他自己想想看，他便是最不幸的人了。",
            "她坐了起来，他走了。",
            "她坐了起来，她的脚很凉。",
            "她再什么也不会哭诉，她还小呢！",
            "她变了一个人，她大约老了。",
        ],
    );
    assert_becomes(
        Move::DropSequence,
        Zh,
        &[
            ("他把雨衣挂好，然后他弯下腰。", "他把雨衣挂好，他弯下腰。"),
            ("因为下雨，所以他们走得很慢。", "因为下雨，他们走得很慢。"),
        ],
    );
    assert_refuses(
        Move::DropSequence,
        Zh,
        &[
            "他先吃饭，然后睡觉。",
            "灯亮了，所以他们走得很慢。",
            "先是一声咳嗽，然后是音乐。",
            "他提着禅杖，随后跟去。",
        ],
    );
}

#[test]
fn a_new_dash_is_set_as_the_writer_sets_hers() {
    const LEANS: &str = "她也跟着往左边歪了一下，仿佛她在这把椅子上坐了很多年。";
    for (above, expected) in [
        (
            "那扇门 —— 他亲手上过油 —— 开着。",
            "她也跟着往左边歪了一下 —— 仿佛她在这把椅子上坐了很多年。",
        ),
        (
            "那扇门——他亲手上过油——开着。",
            "她也跟着往左边歪了一下——仿佛她在这把椅子上坐了很多年。",
        ),
        ("", "她也跟着往左边歪了一下——仿佛她在这把椅子上坐了很多年。"),
    ] {
        let source = Source {
            passage: LEANS,
            above,
            after: "",
            language: Zh,
        };
        let found = repertoire(&source, Skill::Polish);
        let offered = found.iter().find(|made| made.moves == [Move::CommasToDashes]);
        assert_eq!(
            offered.map(|made| made.text.as_str()),
            Some(expected),
            "{above:?}"
        );
    }
}

#[test]
fn commas_and_colons_become_stronger_marks() {
    assert_becomes(
        Move::CommasToDashes,
        Zh,
        &[(
            "她也跟着往左边歪了一下，仿佛她在这把椅子上坐了很多年。",
            "她也跟着往左边歪了一下——仿佛她在这把椅子上坐了很多年。",
        )],
    );
    assert_refuses(
        Move::CommasToDashes,
        Zh,
        &[
            "除了犬吠声之外，这广大的世界，好像是已经死绝了。",
            "他走了，仿佛很累。",
        ],
    );
    assert_becomes(
        Move::ColonsToDashes,
        Zh,
        &[(
            "这孩子也有可敬的地方：他从来不哭。",
            "这孩子也有可敬的地方——他从来不哭。",
        )],
    );
    assert_refuses(
        Move::ColonsToDashes,
        Zh,
        &[
            "他想：她不会来了。",
            "公孙胜来禀：龙神庙要修了。",
            "水军头领八员：李俊、张横、张顺。",
        ],
    );
    assert_becomes(
        Move::CommasToSemicolons,
        Zh,
        &[(
            "他在旧书店里站了整整一个下午，他把每一本书都翻开来看了看又放回去。",
            "他在旧书店里站了整整一个下午；他把每一本书都翻开来看了看又放回去。",
        )],
    );
    assert_refuses(
        Move::CommasToSemicolons,
        Zh,
        &[
            "他在旧书店里站了整整一个下午，然后他把每一本书都翻开来看了看。",
            "他心里既有了这一条疑心要问个明白，所以他每天都在那里观察她的行动。",
        ],
    );
}

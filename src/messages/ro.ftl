# Mesajele programului Kibitzer în limba română.

## All games

list-separator = { ", " }
list-and = { $head } și { $last }
list-or = { $head } sau { $last }
clause-separator = { "; " }
sentence-separator = { " " }
sentence-end = .

unchanged = Nu s-a mutat nimic.
illegal = Mutare greșită: { $reason }.
go-back = Readuceți tabla la starea dinaintea mutării.
concerned = Verificați: { $cells }.
overruled = respins: { $reason }
overruled-unusual = respins: în partide aproape niciodată nu sunt atâtea sau în acel loc
no-legal-move = așa nu se notează nicio mutare legală
no-position = nicio partidă nu duce la această poziție
photo-unsure = Concluzia se sprijină pe o citire nesigură: tabla din { $photo } este citită corect cu o probabilitate de { $percent } %.
photo-impossible = Tabla citită din { $photo } este imposibilă: { $reasons }.
photo-covered = Ceva acoperă tabla din { $photo }: { $cells }.
photo-which-way = Nu se știe pe ce parte este albul în { $photo }: spune unde stă albul.
photo-presence = Ceea ce arată { $photo } s-ar putea să nu fie o tablă întreagă.
photo-game = Nu se știe ce joc arată { $photo }: numește-l.
concern-presence = Este posibil să nu fie o tablă întreagă.
concern-game = Ce joc este?
concern-orientation = Pe ce parte este albul?
concern-impossible = Tabla este imposibilă: { $reasons }.
concern-covered = Ceva acoperă tabla la { $cells }.
concern-uncertain = Tabla este corectă cu o probabilitate de numai { $percent } %.
follow-begins = Partida începe.
follow-resumed = Partida continuă din această poziție.
follow-other-start = Pe tablă nu este poziția de la care trebuie să înceapă partida: așaz-o astfel sau nu mai indica începutul.
follow-other-place = Tabla nu arată poziția de la care continuă partida: așaz-o astfel sau începe o partidă nouă.
follow-taken-back = Mutări retrase: { $count }.
follow-pass = { $side ->
    [white] Albul pasează.
   *[black] Negrul pasează.
}
follow-pass-somebody = Un jucător pasează.
follow-all-right = În regulă, continuați.
follow-again = Din nou greșit.
follow-busy = Ceva se află deasupra tablei.
follow-other-board = În locul tablei este alta.
follow-corners-outside = Colțurile date sunt în afara acestei imagini.
follow-unclear = Ceea ce se vede nu poate fi explicat încă.

## Photos without a board to read

refusal-nothing-found = Nu s-a găsit nicio tablă: toată tabla trebuie să fie în imagine.
refusal-not-a-board = Nu s-a găsit nicio tablă: ceea ce seamănă cel mai mult cu o tablă nu este una. Toată tabla trebuie să fie în imagine.
refusal-checkered = În locul unei table s-a găsit un model în carouri, { $rows }x{ $columns } pătrate: toată tabla trebuie să fie în imagine.
refusal-grid = În locul unei table s-a găsit o grilă, { $rows }x{ $columns } pătrate, ca la rebusuri: toată tabla trebuie să fie în imagine.
refusal-part-of-board = În imagine este doar o parte a tablei: toată tabla trebuie să fie în ea.
refusal-part-of-board-cut = { $count ->
    [one] În imagine este doar o parte a tablei: o taie marginea { $edges }. Toată tabla trebuie să fie în imagine.
   *[other] În imagine este doar o parte a tablei: o taie marginile { $edges }. Toată tabla trebuie să fie în imagine.
}
refusal-hidden = Casete acoperite: { $hidden } din { $cells }. Fotografiază din nou când nimic nu acoperă tabla.
refusal-other-board = Fotografia nu arată o tablă de { $game }, ci una de { $rows }x{ $rows }, ca pentru { $games }: indică jocul care se joacă pe ea.
refusal-other-game = Pe tablă se joacă { $other }, nu { $game }: indică jocul potrivit.
edge-left = din stânga
edge-top = de sus
edge-right = din dreapta
edge-bottom = de jos
game-checkers = dame
game-chess = șah
game-go = Go
game-qwirkle = Qwirkle

## Checkers

checkers-legal = { $side ->
    [white] Mutare corectă a albului: { $move }.
   *[black] Mutare corectă a negrului: { $move }.
}
checkers-unfinished = Mutare greșită: captura trebuie continuată: { $moves }.
checkers-smaller-capture = Mutare greșită: este obligatorie captura mai multor piese: { $moves }.
checkers-missed-capture = Mutare greșită: captura este obligatorie: { $moves }.
checkers-pieces = Piese: alb { $white }, negru { $black }.

checkers-won = { $side ->
    [white] Albul câștigă: negrul nu mai are piese sau mutări.
   *[black] Negrul câștigă: albul nu mai are piese sau mutări.
}
checkers-repetition = Remiză: aceeași poziție pentru a treia oară.
checkers-no-progress = Remiză: prea multe mutări fără captură și fără mutarea unei piese simple.
checkers-ending-too-long = Remiză: acest final durează de prea mult timp.

checkers-reason-size = tabla nu are dimensiunea cerută de aceste reguli
checkers-reason-light-square = o piesă se află pe un câmp alb
checkers-reason-not-crowned = piesa ajunsă pe ultima linie trebuie să devină damă
checkers-reason-appeared = sunt mai multe piese decât înainte
checkers-reason-vanished = lipsesc piese care nu au fost capturate
checkers-reason-several-moved = s-a mutat mai mult de o piesă
checkers-reason-exchanged = o piesă a fost înlocuită cu alta
checkers-reason-backward = o piesă simplă nu poate muta înapoi
checkers-reason-out-of-reach = piesa nu poate ajunge acolo
checkers-reason-wrong-side = este rândul celeilalte părți
checkers-reason-not-taken = o piesă capturată este încă pe tablă

checkers-too-many-pieces = { $side ->
    [white] albul are { $count ->
        [one] o piesă
        [few] { $count } piese
       *[other] { $count } de piese
    }, sunt posibile cel mult { $most }
   *[black] negrul are { $count ->
        [one] o piesă
        [few] { $count } piese
       *[other] { $count } de piese
    }, sunt posibile cel mult { $most }
}
checkers-uncrowned-man = { $side ->
    [white] o piesă albă pe ultima linie este damă: { $squares }
   *[black] o piesă neagră pe ultima linie este damă: { $squares }
}
checkers-light-square = piesele stau numai pe câmpuri negre, nu pe { $squares }

## Chess

chess-legal = { $side ->
    [white] Mutare corectă a albului: { $move }.
   *[black] Mutare corectă a negrului: { $move }.
}
chess-check = { $side ->
    [white] Albul este în șah.
   *[black] Negrul este în șah.
}
chess-won = { $side ->
    [white] Șah mat: albul câștigă.
   *[black] Șah mat: negrul câștigă.
}
chess-stalemate = Pat: partida este remiză.
chess-dead-position = Nicio parte nu mai poate da mat: partida este remiză.
chess-threefold = Aceeași poziție pentru a treia oară: se poate cere remiza.
chess-fivefold = Aceeași poziție pentru a cincea oară: partida este remiză.
chess-fifty-moves = Câte cincizeci de mutări ale fiecărei părți fără captură și fără mutare de pion: se poate cere remiza.
chess-seventy-five-moves = Câte șaptezeci și cinci de mutări ale fiecărei părți fără captură și fără mutare de pion: partida este remiză.

chess-reason-no-position = poziția dinaintea mutării nu este legală
chess-reason-appeared = sunt mai multe piese decât înainte
chess-reason-vanished = lipsește o piesă și niciuna nu s-a mutat
chess-reason-several-moved = s-a mutat mai mult de o piesă
chess-reason-wrong-side = este rândul celeilalte părți
chess-reason-wrong-capture = piesa luată nu se afla pe câmpul pe care a ajuns cealaltă
chess-reason-still-in-check = regele este în continuare în șah
chess-reason-exposes-king = propriul rege ar rămâne în șah
chess-reason-out-of-reach = piesa nu poate ajunge acolo
chess-reason-no-piece = pe acel câmp nu se află nicio piesă
chess-reason-took-own = o piesă nu poate ajunge pe un câmp ocupat de o piesă proprie
chess-reason-en-passant = captura en passant este permisă numai imediat după mutarea pionului cu două câmpuri
chess-reason-castling-lost = rocada nu este permisă, deoarece regele sau turnul a mutat deja
chess-reason-castling-blocked = rocada nu este permisă cât timp între rege și turn se află o piesă
chess-reason-castling-through-check = rocada nu este permisă din șah, peste un câmp atacat sau în șah
chess-reason-not-promoted = pionul ajuns pe ultima linie trebuie transformat
chess-reason-exchanged = o piesă a fost înlocuită cu alta

chess-two-kings = { $side ->
    [white] albul are { $count } regi: { $squares }
   *[black] negrul are { $count } regi: { $squares }
}
chess-missing-king = { $side ->
    [white] albul nu are rege
   *[black] negrul nu are rege
}
chess-too-many-men = { $side ->
    [white] albul are prea multe piese ({ $count }), sunt posibile cel mult 16: { $squares }
   *[black] negrul are prea multe piese ({ $count }), sunt posibile cel mult 16: { $squares }
}
chess-too-many-pawns = { $side ->
    [white] albul are prea mulți pioni ({ $count }), sunt posibili cel mult 8: { $squares }
   *[black] negrul are prea mulți pioni ({ $count }), sunt posibili cel mult 8: { $squares }
}
chess-too-many-promoted = { $side ->
    [white] albul ar trebui să aibă { $count } pioni transformați, dar pot lipsi cel mult { $missing }: { $squares }
   *[black] negrul ar trebui să aibă { $count } pioni transformați, dar pot lipsi cel mult { $missing }: { $squares }
}
chess-pawn-on-edge = { $side ->
    [white] un pion nu poate sta pe prima sau pe ultima linie: alb { $squares }
   *[black] un pion nu poate sta pe prima sau pe ultima linie: negru { $squares }
}
chess-kings-adjacent = regii stau unul lângă altul: { $squares }

## Go

go-legal = { $side ->
    [white] Mutare corectă a albului: { $point }.
   *[black] Mutare corectă a negrului: { $point }.
}
go-captures = { $count ->
    [one] Piatră capturată: { $points }.
   *[other] Pietre capturate ({ $count }): { $points }.
}

go-both-passed = Ambele părți au pasat: partida s-a încheiat, punctele se pot număra.

go-reason-size = cele două table nu au aceeași dimensiune
go-reason-several-stones = s-a pus mai mult de o piatră
go-reason-wrong-side = { $side ->
    [white] este rândul albului
   *[black] este rândul negrului
}
go-reason-recolored = o piatră a fost înlocuită cu una de cealaltă culoare
go-reason-vanished = lipsesc pietre care nu au fost capturate
go-reason-not-captured = pietrele capturate sunt încă pe tablă
go-reason-outside = punctul nu este pe tablă
go-reason-occupied = acolo se află deja o piatră
go-reason-suicide = piatra nu ar avea nicio libertate (sinucidere)
go-reason-superko = s-ar repeta o poziție anterioară (ko)

go-no-liberty = { $side ->
    [white] { $count ->
        [one] piatra albă { $points } nu mai are nicio libertate
       *[other] pietrele albe { $points } nu mai au nicio libertate
    }
   *[black] { $count ->
        [one] piatra neagră { $points } nu mai are nicio libertate
       *[other] pietrele negre { $points } nu mai au nicio libertate
    }
}

## Numărarea unei partide de go

go-rules = { $rules ->
    [japanese] Numărat după regulile japoneze.
    [chinese] Numărat după regulile chineze.
    [nz] Numărat după regulile neozeelandeze.
    [ing] Numărat după regulile Ing.
   *[aga] Numărat după regulile AGA.
}
go-unreadable = „{ $value }” nu este un număr: se consideră că lipsește.
go-other-komi = { $rules ->
    [chinese] „{ $value }” se socotește drept komi de { $komi } în pietre, câte două puncte fiecare.
   *[other] „{ $value }” se socotește drept komi de { $komi } în puncte.
}
go-unknown-rules = Reguli necunoscute: „{ $name }”.
go-no-prisoners = Nu s-a spus câți prizonieri sunt: se consideră că nu este niciunul.
go-dead = { $side ->
    [white] Pietre albe scoase ca moarte: { $points }.
   *[black] Pietre negre scoase ca moarte: { $points }.
}
go-seki = Nu se numără, fiind în seki: { $points }.
go-to-fill = Nu se numără, fiindcă stăpânul lor mai trebuie să joace acolo: { $points }.
go-unsure = Nesigur: { $points }. Spuneți dacă sunt moarte sau vii.
go-total = { $side ->
    [white] Alb: { $points } ({ $items }).
   *[black] Negru: { $points } ({ $items }).
}
go-item-stones = pietre { $points }
go-item-territory = teritoriu { $points }
go-item-prisoners = prizonieri { $points }
go-item-neutral = puncte neutre { $points }
go-item-handicap = handicap { $points }
go-item-komi = komi { $points }
go-unfinished = Partida nu pare încheiată, numărul punctelor încă nedecise: { $count }.
go-legend = ▪ punctele negrului, ▫ punctele albului, ☆ punctele nimănui
go-wins = { $side ->
    [white] Câștigă albul, diferența de puncte: { $points }.
   *[black] Câștigă negrul, diferența de puncte: { $points }.
}
go-drawn = Remiză.
go-wrong-move = Mutarea { $number } la { $point } este contrară regulilor: { $reason }.

## Qwirkle

qwirkle-legal = { $count ->
    [one] Mutare corectă, o piesă: { $tiles }.
   *[other] Mutare corectă, { $count } piese: { $tiles }.
}
qwirkle-points = { $points ->
    [one] Scor: un punct.
    [few] Scor: { $points } puncte.
   *[other] Scor: { $points } de puncte.
}
qwirkle-line = { $points ->
    [one] linia { $first }–{ $last }: un punct
    [few] linia { $first }–{ $last }: { $points } puncte
   *[other] linia { $first }–{ $last }: { $points } de puncte
}
qwirkle-qwirkle-line = { $points ->
    [one] linia { $first }–{ $last }, Qwirkle: un punct
    [few] linia { $first }–{ $last }, Qwirkle: { $points } puncte
   *[other] linia { $first }–{ $last }, Qwirkle: { $points } de puncte
}
qwirkle-bonus = { $points ->
    [one] pătratul bonus { $cell }: un punct
   *[other] pătratul bonus { $cell }: { $points } puncte
}
qwirkle-loose = { $points ->
    [one] nicio linie: un punct
   *[other] nicio linie: { $points } puncte
}
qwirkle-no-bonus-squares = Pătratele bonus nu sunt numărate: ele se văd din configurația de la începutul jocului.
qwirkle-move = Mutarea { $number }:
qwirkle-no-points = Scor: o mutare greșită nu primește puncte.
qwirkle-sum = { $points ->
    [one] În total: un punct.
    [few] În total: { $points } puncte.
   *[other] În total: { $points } de puncte.
}
qwirkle-end-bonus = sfârșitul jocului: { $points } puncte

qwirkle-refusal-over = jocul s-a terminat
qwirkle-refusal-not-in-hand = jucătorul nu are piesa { $tile }
qwirkle-refusal-no-hands = piesele se pot schimba doar când se cunosc piesele jucătorilor
qwirkle-refusal-bag = nu se pot schimba atâtea piese, în sac au rămas { $count }

qwirkle-fault-nothing = nu există nicio piesă nouă
qwirkle-fault-moved = o piesă care era pe tablă a dispărut sau s-a schimbat
qwirkle-fault-outside = o piesă se află în afara tablei
qwirkle-fault-not-in-line = piesele noi trebuie să fie pe același rând sau pe aceeași coloană
qwirkle-fault-gap = între piesele noi este un gol
qwirkle-fault-apart = piesele noi trebuie să atingă piese mai vechi
qwirkle-fault-equal-tiles = o linie are de două ori aceeași piesă
qwirkle-fault-mixed = piesele unei linii nu au nici aceeași culoare, nici aceeași formă
qwirkle-fault-too-long = o linie are mai mult de șase piese
qwirkle-fault-too-many = există doar trei piese de acest fel: { $tile }

qwirkle-line-too-long = linia { $first }–{ $last } are prea multe piese ({ $count }), sunt posibile cel mult 6
qwirkle-mixed-line = piesele liniei { $first }–{ $last } nu au nici aceeași culoare, nici aceeași formă
qwirkle-equal-tiles = linia { $first }–{ $last } are mai multe piese { $tile }: { $cells }
qwirkle-too-many-copies = piesa { $tile } apare de { $count } ori, dar există doar trei: { $cells }

qwirkle-tile = { $shape ->
    [circle] cerc
    [clover] trifoi
    [diamond] romb
    [square] pătrat
    [four-pointed-star] stea cu patru colțuri
   *[eight-pointed-star] stea cu opt colțuri
} de culoare { $color ->
    [red] roșie
    [orange] portocalie
    [yellow] galbenă
    [green] verde
    [blue] albastră
   *[white] albă
}

## Playing chess

play-players = Alb: { $white }, negru: { $black }
play-player = { $who ->
    [engine] motorul
   *[person] un om
}
play-settings = octet de setări { $byte }
play-file = Partida este păstrată în { $path }.
play-to-move = { $side ->
    [white] albul la mutare
   *[black] negrul la mutare
}
play-clocks = alb { $white }, negru { $black }
play-can-claim = se poate cere remiza
play-help = o mutare (e4, Nbxd2, O-O, e7e8q), hint (indiciu), undo (retragere), resign (cedare), draw (remiză), board (tabla), pgn (notația), quit (ieșire), help (ajutor)
play-hint = Indiciu: { $move }
play-mate-in = mat în { $count }
play-taken-back = Mutări retrase: { $count }
play-draw-offered = S-a propus remiza: faceți mutarea, cealaltă parte poate răspunde cu draw.
play-draw-declined = Motorul continuă jocul.
play-go-on = Continuați cu: { $command }

play-refused-move = „{ $text }” nu se poate juca: { $reason }
play-refused-over = partida s-a încheiat
play-refused-nothing-to-undo = nu există nicio mutare de retras
play-refused-ended = această partidă s-a încheiat ({ $result }): începeți una nouă
play-refused-time-control = eticheta TimeControl conține „{ $text }”, ceea ce nu potrivește niciun ceas: scrieți secundele ca în 300+2, sau - pentru o partidă fără ceas
play-refused-clock = comentariul unei mutări conține „[%clk { $text }]”, ceea ce nu arată niciun ceas: scrieți orele, minutele și secundele ca în 0:04:58
chess-no-legal-move = așa nu se notează nicio mutare legală
chess-several-moves = notația se potrivește cu mai multe mutări: adăugați coloana sau linia de plecare
chess-null-move = o mutare nulă, care doar cedează rândul: într-o partidă nu există
chess-no-promotion-piece = o transformare fără piesă: adăugați-o, ca în e8=Q

play-agreed = Jucătorii au convenit remiza.
play-claimed-threefold = Remiză la cerere: aceeași poziție pentru a treia oară.
play-claimed-fifty-moves = Remiză la cerere: câte cincizeci de mutări ale fiecărei părți fără captură și fără mutare de pion.
play-resigned = { $side ->
    [white] Albul a cedat: negrul câștigă.
   *[black] Negrul a cedat: albul câștigă.
}
play-resigned-drawn = { $side ->
    [white] Albul a cedat, dar negrul nu are piese cu care să dea mat: remiză.
   *[black] Negrul a cedat, dar albul nu are piese cu care să dea mat: remiză.
}
play-time-over = { $side ->
    [white] Timpul albului a expirat: negrul câștigă.
   *[black] Timpul negrului a expirat: albul câștigă.
}
play-time-over-drawn = { $side ->
    [white] Timpul albului a expirat, dar negrul nu are piese pentru mat: partida este remiză.
   *[black] Timpul negrului a expirat, dar albul nu are piese pentru mat: partida este remiză.
}

# Pagina serverului.
page-language = Limba
page-tagline = Citește tabla din fotografia ta
page-game = Joc
page-auto = Recunoaște
page-chess = Șah
page-checkers = Dame
page-go = Go
page-qwirkle = Qwirkle
page-take = Fă o fotografie
page-choose = Alege o fotografie
page-drop = Poți și să tragi sau să lipești o fotografie aici.
page-private = Ajunge doar la acest server și nu se păstrează.
page-reading = Se citește…
page-retry = Încearcă din nou
page-another = Altă fotografie
page-offline = Serverul nu răspunde, iar citirea are nevoie de el. Încearcă mai târziu.
page-busy = Se citesc alte fotografii. A ta urmează imediat.
page-token = Acest server cere un token: deschide adresa pe care a afișat-o la pornire.
page-name-game = Poate ajuta să alegi jocul.
page-game-language = Acest joc a fost început în limba { $language }: ce se spune despre el rămâne în acea limbă.
page-problem-too-large = Fotografia este prea mare: trimite una mai mică.
page-problem-not-a-photo = Acest fișier nu este o fotografie care poate fi citită: trimite JPEG, PNG sau WebP.
page-problem-photo-unreadable = Fotografia este deteriorată, trunchiată sau prea mică: fă alta.
page-problem-no-board = Nu s-a găsit nicio tablă: toată tabla trebuie să fie în imagine.
page-problem-board-hidden = Ceva acoperă tabla: fotografiază din nou când nu o acoperă nimic.
page-problem-invalid-board = Cu această tablă nu se poate face asta: verific-o.
page-problem-invalid-option = Ceva din ce s-a introdus este greșit: verifică.
page-problem-not-found = Serverul nu are acest lucru sau nu îl mai are.
page-problem-not-resumable = Înregistrarea acestui joc nu spune destul pentru a-l continua: începe unul nou.
page-problem-timeout = A durat prea mult: încearcă din nou.
page-problem-internal = Serverul a eșuat: încearcă din nou.
page-problem-other = Serverul nu face acest lucru.
page-anyway = Citește oricum
page-found = { $game }: corect cu probabilitatea { $percent } %.
page-found-check = { $game }: corect cu probabilitatea { $percent } %, dar verifică, te rog.
page-found-doubtful = { $game }: verifică, te rog. Tabla e corectă doar cu probabilitatea { $percent } %.
page-corrected = { $game }: așa cum ai corectat.
page-impossible = Imposibil: { $reasons }.
page-presence = Poate că nu este o tablă întreagă.
page-which-game = Ce joc este?
page-covered = Acoperit: { $cells }.
page-white-side = Pe ce parte este albul?
page-seat = Partea albului
page-side-bottom = jos
page-side-left = la stânga
page-side-top = sus
page-side-right = la dreapta
page-boards = În fotografie sunt mai multe table ({ $count }); aceasta este una dintre ele.
page-teach-set = Aceasta este poziția inițială a setului meu
page-teach-set-what = Fotografiile setului tău sunt apoi citite mai bine. Serverul păstrează ce a învățat numai în memorie.
page-learning = Mă uit la setul tău…
page-own-set = Citit cu ce ai arătat din setul tău.
page-set-no-help = Ce ai arătat din setul tău nu ajută: cu el nu se citește mai bine.
page-forget-set = Uită-l
page-corner-hint = Trage de un colț dacă conturul e greșit. Atinge o casetă ca s-o corectezi.
page-corner = Colțul { $number } din 4
page-photo = Fotografie
page-board = Tablă
page-cell = { $cell }: { $piece }, { $percent } %
page-cell-doubtful = { $cell }: { $piece }, nesigur, { $percent } %
page-cell-corrected = { $cell }: { $piece }, corectat
page-doubt = { $cell }: { $piece }? ({ $percent } %)
page-what-is-on = Ce se află pe { $cell }?
page-all-pieces = Toate celelalte
page-close = Închide
page-undo = Anulează
page-notation = Notație
page-copy = Copiază
page-copied = Copiat
page-share = Distribuie
page-api = API
page-review = Verificare
page-empty = gol
page-tile = { $shape }, { $color }
page-shape-1 = cerc
page-shape-2 = trifoi
page-shape-3 = romb
page-shape-4 = pătrat
page-shape-5 = stea cu patru colțuri
page-shape-6 = stea cu opt colțuri
page-color-r = roșu
page-color-o = portocaliu
page-color-y = galben
page-color-g = verde
page-color-b = albastru
page-color-w = alb
page-white-p = pion alb
page-white-n = cal alb
page-white-b = nebun alb
page-white-r = turn alb
page-white-q = damă albă
page-white-k = rege alb
page-black-p = pion negru
page-black-n = cal negru
page-black-b = nebun negru
page-black-r = turn negru
page-black-q = damă neagră
page-black-k = rege negru
page-checkers-w = piesă albă
page-checkers-b = piesă neagră
page-checkers-W = damă albă
page-checkers-B = damă neagră
page-go-b = piatră neagră
page-go-w = piatră albă
page-white = Alb
page-black = Negru
page-to-move = La mutare
page-castling = Drepturi de rocadă
page-none = niciunul
page-analyze = Analizează pe lichess
page-before-hint = Fă o fotografie și după mutarea următoare: mutarea va fi verificată.
page-compare = Verifică mutarea de la fotografia anterioară
page-count-men = { $side }: piese { $men }, dame { $kings }
page-mode-correct = Corectare
page-mode-count = Numărare
page-tap-group = Atinge un grup ca să spui că e mort sau totuși viu.
page-rules = Reguli
page-rules-japanese = japoneze
page-rules-chinese = chineze
page-rules-aga = AGA
page-komi = Komi
page-prisoners-black = Prizonierii negrului
page-prisoners-white = Prizonierii albului
page-wins = { $side } câștigă cu { $points }
page-drawn = Remiză
page-points = { $side }: { $points }
page-score-move = Calculează mutarea de la fotografia anterioară
page-total = { $points } puncte
page-line = { $from } până la { $to }: { $points }
page-send = Dă această fotografie și corectura mea proprietarului serverului, pentru antrenare
page-send-what = Se păstrează imaginea (fără loc și dată), colțurile și casetele. Le poți șterge ulterior.
page-send-button = Trimite
page-sent = S-a păstrat. Mulțumim.
page-delete = Șterge
page-deleted = S-a șters.
page-given = Aceste fotografii au fost date proprietarului serverului:
page-review-title = Corecturi de verificat
page-review-none = Nu e nimic de verificat.
page-review-place = { $number } din { $count }
page-approve = Aprobă
page-approved = aprobat
page-next = Următoarea
page-previous = Anterioara
page-changed-cells = Corectat: { $cells }
page-remove = Șterge
page-live = Urmărește o partidă în timp ce se joacă
page-live-title = Urmărirea unei partide
page-live-what = Așază telefonul astfel încât toată tabla să fie în imagine. Mutările sunt notate, iar cele greșite sunt semnalate.
page-live-begin = Pornește camera
page-live-go-on = Continuă ultima partidă
page-live-link = Legătură pentru spectatori
page-minutes = Minute pe jucător (0: fără limită)
page-increment = Secunde adăugate pe mutare
page-spoken = Spune cu voce tare mutările și greșelile
page-accept = Acceptă tabla așa cum este
page-undo-move = Retrage ultima mutare
page-pass = Pas
page-end-game = Încheie partida
page-new-game = Partidă nouă
page-moves = Mutări
page-save-record = Salvează notația partidei
page-waiting = Încă nu s-a văzut nicio tablă.
page-time-up = timpul a expirat
page-game-gone = Serverul nu mai cunoaște această partidă. Începe una nouă.
page-camera-denied = Camera nu poate fi folosită: permite-o în setările browserului.
page-camera-none = Nu s-a găsit nicio cameră utilizabilă.
page-camera-insecure = Browserele oferă camera doar paginilor sigure: deschide pagina prin https (kibitzer serve --tls) sau pe acest calculator ca localhost.
page-cell-known = { $cell }: { $piece }
page-cell-wrong = { $cell }: { $piece }, greșit

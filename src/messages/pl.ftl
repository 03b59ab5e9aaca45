# Komunikaty programu Kibitzer po polsku.

## All games

list-separator = { ", " }
list-and = { $head } i { $last }
list-or = { $head } lub { $last }
clause-separator = { "; " }
sentence-separator = { " " }
sentence-end = .

unchanged = Na planszy nic się nie zmieniło.
illegal = Błędny ruch: { $reason }.
go-back = Przywróć ustawienie sprzed ruchu.
concerned = Sprawdź: { $cells }.
overruled = odrzucone: { $reason }
overruled-unusual = odrzucone: w partiach prawie nigdy nie ma ich tylu ani w tym miejscu
no-legal-move = tak nie zapisuje się żadnego dozwolonego ruchu
no-position = żadna partia nie prowadzi do tej pozycji
photo-unsure = Ocena opiera się na niepewnym odczycie: plansza na zdjęciu { $photo } jest odczytana poprawnie z prawdopodobieństwem { $percent } %.
photo-impossible = Plansza odczytana ze zdjęcia { $photo } jest niemożliwa: { $reasons }.
photo-covered = Coś zasłania planszę na zdjęciu { $photo }: { $cells }.
photo-which-way = Nie wiadomo, po której stronie siedzą białe na zdjęciu { $photo }: podaj, gdzie siedzą.
photo-presence = To, co widać na zdjęciu { $photo }, może nie być całą planszą.
photo-game = Nie wiadomo, jaką grę pokazuje { $photo }: podaj ją.
concern-presence = To może nie być cała plansza.
concern-game = Jaka to gra?
concern-orientation = Po której stronie siedzą białe?
concern-impossible = Taka plansza jest niemożliwa: { $reasons }.
concern-covered = Coś zasłania planszę na polach { $cells }.
concern-uncertain = Plansza jest odczytana poprawnie z prawdopodobieństwem tylko { $percent } %.
follow-begins = Partia się zaczyna.
follow-resumed = Partia toczy się dalej od tej pozycji.
follow-other-start = Plansza nie pokazuje pozycji, od której partia ma się zacząć: ustaw ją tak albo nie podawaj początku.
follow-other-place = Na planszy nie ma pozycji, od której partia jest kontynuowana: ustaw ją albo zacznij nową partię.
follow-taken-back = Cofnięte ruchy: { $count }.
follow-pass = { $side ->
    [white] Białe pasują.
   *[black] Czarne pasują.
}
follow-pass-somebody = Gracz pasuje.
follow-all-right = W porządku, proszę grać dalej.
follow-again = Znowu źle.
follow-busy = Coś jest nad planszą.
follow-other-board = W miejscu planszy jest inna.
follow-corners-outside = Podane rogi leżą poza tym obrazem.
follow-unclear = Tego, co widać, nie da się jeszcze wyjaśnić.

## Photos without a board to read

refusal-nothing-found = Nie znaleziono planszy: na zdjęciu musi być cała plansza.
refusal-not-a-board = Nie znaleziono planszy: to, co najbardziej ją przypomina, nią nie jest. Na zdjęciu musi być cała plansza.
refusal-checkered = Zamiast planszy znaleziono wzór w szachownicę o wymiarach { $rows }x{ $columns } pól: na zdjęciu musi być cała plansza.
refusal-grid = Zamiast planszy znaleziono siatkę o wymiarach { $rows }x{ $columns } kratek, jaką mają łamigłówki: na zdjęciu musi być cała plansza.
refusal-part-of-board = Na zdjęciu jest tylko część planszy: musi być na nim cała.
refusal-part-of-board-cut = { $count ->
    [one] Na zdjęciu jest tylko część planszy: ucina ją { $edges } krawędź. Cała plansza musi być na zdjęciu.
   *[other] Na zdjęciu jest tylko część planszy: ucinają ją krawędzie { $edges }. Cała plansza musi być na zdjęciu.
}
refusal-hidden = Zasłonięte pola: { $hidden } z { $cells }. Zrób zdjęcie ponownie, gdy nic nie zasłania planszy.
refusal-other-board = Na zdjęciu nie ma planszy do gry { $game }, tylko plansza { $rows }x{ $rows } (gra: { $games }): wskaż grę, która się na niej toczy.
refusal-other-game = Na planszy toczy się gra { $other }, a nie { $game }: wskaż właściwą grę.
edge-left = lewa
edge-top = górna
edge-right = prawa
edge-bottom = dolna
game-checkers = warcaby
game-chess = szachy
game-go = go
game-qwirkle = Qwirkle

## Checkers

checkers-legal = { $side ->
    [white] Poprawny ruch białych: { $move }.
   *[black] Poprawny ruch czarnych: { $move }.
}
checkers-unfinished = Błędny ruch: trzeba kontynuować bicie: { $moves }.
checkers-smaller-capture = Błędny ruch: obowiązkowe jest bicie większej liczby bierek: { $moves }.
checkers-missed-capture = Błędny ruch: bicie jest obowiązkowe: { $moves }.
checkers-pieces = Bierki: białe { $white }, czarne { $black }.

checkers-won = { $side ->
    [white] Wygrywają białe: czarne nie mają już bierek lub ruchu.
   *[black] Wygrywają czarne: białe nie mają już bierek lub ruchu.
}
checkers-repetition = Remis: ta sama pozycja wystąpiła po raz trzeci.
checkers-no-progress = Remis: zbyt wiele posunięć bez bicia i bez ruchu pionkiem.
checkers-ending-too-long = Remis: ta końcówka trwa zbyt długo.

checkers-reason-size = w tej odmianie gra się na planszy innej wielkości
checkers-reason-light-square = bierka stoi na białym polu
checkers-reason-not-crowned = pionek w ostatnim rzędzie musi zostać damką
checkers-reason-appeared = na planszy jest więcej bierek niż przedtem
checkers-reason-vanished = z planszy zniknęły bierki, które nie zostały zbite
checkers-reason-several-moved = poruszono więcej niż jedną bierką
checkers-reason-exchanged = jedną bierkę zamieniono na inną
checkers-reason-backward = pionek nie może ruszać się do tyłu
checkers-reason-out-of-reach = ta bierka nie może stanąć na tym polu
checkers-reason-wrong-side = teraz jest kolej drugiej strony
checkers-reason-not-taken = zbita bierka nadal stoi na planszy

checkers-too-many-pieces = { $side ->
    [white] białe mają { $count ->
        [one] { $count } bierkę
        [few] { $count } bierki
       *[other] { $count } bierek
    }, a może ich być najwyżej { $most }
   *[black] czarne mają { $count ->
        [one] { $count } bierkę
        [few] { $count } bierki
       *[other] { $count } bierek
    }, a może ich być najwyżej { $most }
}
checkers-uncrowned-man = { $side ->
    [white] biały pionek w ostatnim rzędzie jest damką: { $squares }
   *[black] czarny pionek w ostatnim rzędzie jest damką: { $squares }
}
checkers-light-square = bierki stoją tylko na czarnych polach, a nie na { $squares }

## Chess

chess-legal = { $side ->
    [white] Poprawny ruch białych: { $move }.
   *[black] Poprawny ruch czarnych: { $move }.
}
chess-check = { $side ->
    [white] Biały król jest szachowany.
   *[black] Czarny król jest szachowany.
}
chess-won = { $side ->
    [white] Mat: wygrywają białe.
   *[black] Mat: wygrywają czarne.
}
chess-stalemate = Pat: partia kończy się remisem.
chess-dead-position = Żadna ze stron nie może już dać mata: partia kończy się remisem.
chess-threefold = Ta sama pozycja wystąpiła po raz trzeci: można zażądać remisu.
chess-fivefold = Ta sama pozycja wystąpiła po raz piąty: partia kończy się remisem.
chess-fifty-moves = Po pięćdziesiąt posunięć każdej ze stron bez bicia i bez ruchu pionem: można zażądać remisu.
chess-seventy-five-moves = Po siedemdziesiąt pięć posunięć każdej ze stron bez bicia i bez ruchu pionem: partia kończy się remisem.

chess-reason-no-position = pozycja przed ruchem jest niemożliwa
chess-reason-appeared = na szachownicy jest więcej bierek niż przedtem
chess-reason-vanished = bierka zniknęła z szachownicy, a żadna inna się nie poruszyła
chess-reason-several-moved = poruszono więcej niż jedną bierką
chess-reason-wrong-side = teraz jest kolej drugiej strony
chess-reason-wrong-capture = usunięta bierka nie stała na polu docelowym
chess-reason-still-in-check = król nadal jest szachowany
chess-reason-exposes-king = ruch wystawia własnego króla na szacha
chess-reason-out-of-reach = pole docelowe jest poza zasięgiem tej bierki
chess-reason-no-piece = na tym polu nie stoi żadna bierka
chess-reason-took-own = bierka nie może stanąć na polu zajętym przez własną bierkę
chess-reason-en-passant = bicie w przelocie jest możliwe tylko bezpośrednio po ruchu piona o dwa pola
chess-reason-castling-lost = roszada jest niedozwolona, bo król lub wieża już się ruszyły
chess-reason-castling-blocked = roszada jest niedozwolona, gdy między królem a wieżą stoi bierka
chess-reason-castling-through-check = roszada jest niedozwolona, gdy król jest szachowany, przechodzi przez atakowane pole lub na nim staje
chess-reason-not-promoted = pion, który doszedł do ostatniego rzędu, musi zostać zamieniony na figurę
chess-reason-exchanged = jedną bierkę zamieniono na inną

chess-two-kings = { $side ->
    [white] liczba białych królów: { $count } ({ $squares })
   *[black] liczba czarnych królów: { $count } ({ $squares })
}
chess-missing-king = { $side ->
    [white] białe nie mają króla
   *[black] czarne nie mają króla
}
chess-too-many-men = { $side ->
    [white] białych bierek jest { $count }, a może ich być najwyżej 16: { $squares }
   *[black] czarnych bierek jest { $count }, a może ich być najwyżej 16: { $squares }
}
chess-too-many-pawns = { $side ->
    [white] białych pionów jest { $count }, a może ich być najwyżej 8: { $squares }
   *[black] czarnych pionów jest { $count }, a może ich być najwyżej 8: { $squares }
}
chess-too-many-promoted = { $side ->
    [white] białe musiałyby mieć tyle promocji: { $count }, a pionów może brakować najwyżej tylu: { $missing } ({ $squares })
   *[black] czarne musiałyby mieć tyle promocji: { $count }, a pionów może brakować najwyżej tylu: { $missing } ({ $squares })
}
chess-pawn-on-edge = { $side ->
    [white] pion nie może stać w pierwszym ani ostatnim rzędzie: białe { $squares }
   *[black] pion nie może stać w pierwszym ani ostatnim rzędzie: czarne { $squares }
}
chess-kings-adjacent = królowie stoją obok siebie: { $squares }

## Go

go-legal = { $side ->
    [white] Poprawny ruch białych: { $point }.
   *[black] Poprawny ruch czarnych: { $point }.
}
go-captures = { $count ->
    [one] Zbity kamień: { $points }.
   *[other] Zbite kamienie ({ $count }): { $points }.
}

go-both-passed = Obie strony spasowały: partia jest skończona, można liczyć punkty.

go-reason-size = obie plansze różnią się wielkością
go-reason-several-stones = położono więcej niż jeden kamień
go-reason-wrong-side = { $side ->
    [white] ruch należy do białych
   *[black] ruch należy do czarnych
}
go-reason-recolored = kamień zamieniono na kamień drugiego koloru
go-reason-vanished = z planszy zniknęły kamienie, które nie zostały zbite
go-reason-not-captured = zbite kamienie nadal leżą na planszy
go-reason-outside = tego punktu nie ma na planszy
go-reason-occupied = w tym punkcie leży już kamień
go-reason-suicide = kamień nie miałby ani jednego oddechu (samobójstwo)
go-reason-superko = powtórzyłaby się wcześniejsza pozycja (ko)

go-no-liberty = { $side ->
    [white] { $count ->
        [one] biały kamień nie ma ani jednego oddechu: { $points }
       *[other] białe kamienie nie mają ani jednego oddechu: { $points }
    }
   *[black] { $count ->
        [one] czarny kamień nie ma ani jednego oddechu: { $points }
       *[other] czarne kamienie nie mają ani jednego oddechu: { $points }
    }
}

## Liczenie punktów w go

go-rules = { $rules ->
    [japanese] Policzono według zasad japońskich.
    [chinese] Policzono według zasad chińskich.
    [nz] Policzono według zasad nowozelandzkich.
    [ing] Policzono według zasad Inga.
   *[aga] Policzono według zasad AGA.
}
go-unreadable = „{ $value }” nie jest liczbą: przyjęto, że jej nie podano.
go-other-komi = { $rules ->
    [chinese] „{ $value }” policzono jako komi { $komi } w kamieniach, po dwa punkty każdy.
   *[other] „{ $value }” policzono jako komi { $komi } w punktach.
}
go-unknown-rules = Nieznane zasady: „{ $name }”.
go-no-prisoners = Nie podano liczby jeńców: przyjęto, że nie ma żadnych.
go-dead = { $side ->
    [white] Białe kamienie zdjęte jako martwe: { $points }.
   *[black] Czarne kamienie zdjęte jako martwe: { $points }.
}
go-seki = Nie liczy się, bo jest w seki: { $points }.
go-to-fill = Nie liczy się, bo właściciel musi tam jeszcze zagrać: { $points }.
go-unsure = Niepewne: { $points }. Proszę podać, czy są martwe, czy żywe.
go-total = { $side ->
    [white] Białe: { $points } ({ $items }).
   *[black] Czarne: { $points } ({ $items }).
}
go-item-stones = kamienie { $points }
go-item-territory = terytorium { $points }
go-item-prisoners = jeńcy { $points }
go-item-neutral = punkty neutralne { $points }
go-item-handicap = handicap { $points }
go-item-komi = komi { $points }
go-unfinished = Partia nie wygląda na zakończoną, liczba nierozstrzygniętych punktów: { $count }.
go-legend = ▪ punkty czarnych, ▫ punkty białych, ☆ punkty niczyje
go-wins = { $side ->
    [white] Wygrywają białe, różnica punktów: { $points }.
   *[black] Wygrywają czarne, różnica punktów: { $points }.
}
go-drawn = Remis.
go-wrong-move = Ruch { $number } na { $point } jest niezgodny z zasadami: { $reason }.

## Qwirkle

qwirkle-legal = { $count ->
    [one] Poprawny ruch, jedna płytka: { $tiles }.
    [few] Poprawny ruch, { $count } płytki: { $tiles }.
   *[other] Poprawny ruch, { $count } płytek: { $tiles }.
}
qwirkle-points = { $points ->
    [one] Wynik: { $points } punkt.
    [few] Wynik: { $points } punkty.
    [many] Wynik: { $points } punktów.
   *[other] Wynik: { $points } punktu.
}
qwirkle-line = linia od { $first } do { $last }: { $points } pkt
qwirkle-qwirkle-line = linia od { $first } do { $last }, qwirkle: { $points } pkt
qwirkle-bonus = pole premiowe { $cell }: { $points } pkt
qwirkle-loose = bez linii: { $points } pkt
qwirkle-no-bonus-squares = Pól premiowych nie policzono: wynikają z ustawienia na początku gry.
qwirkle-move = Ruch { $number }:
qwirkle-no-points = Wynik: za błędny ruch nie ma punktów.
qwirkle-sum = Razem: { $points } pkt
qwirkle-end-bonus = koniec gry: { $points } pkt

qwirkle-refusal-over = gra jest skończona
qwirkle-refusal-not-in-hand = gracz nie ma takiej płytki: { $tile }
qwirkle-refusal-no-hands = płytki można wymieniać tylko wtedy, gdy znane są płytki graczy
qwirkle-refusal-bag = tylu płytek nie można wymienić, w worku zostało ich { $count }

qwirkle-fault-nothing = nie ma nowej płytki
qwirkle-fault-moved = płytka, która leżała wcześniej, zniknęła lub się zmieniła
qwirkle-fault-outside = płytka leży poza planszą
qwirkle-fault-not-in-line = nowe płytki muszą leżeć w jednym rzędzie lub w jednej kolumnie
qwirkle-fault-gap = między nowymi płytkami jest przerwa
qwirkle-fault-apart = nowe płytki muszą stykać się z wcześniejszymi
qwirkle-fault-equal-tiles = w linii są dwie takie same płytki
qwirkle-fault-mixed = płytki w linii nie mają wspólnego koloru ani wspólnego kształtu
qwirkle-fault-too-long = linia ma więcej niż sześć płytek
qwirkle-fault-too-many = są tylko trzy takie płytki: { $tile }

qwirkle-line-too-long = linia od { $first } do { $last } ma { $count } płytek, a może ich mieć najwyżej 6
qwirkle-mixed-line = płytki w linii od { $first } do { $last } nie mają wspólnego koloru ani wspólnego kształtu
qwirkle-equal-tiles = w linii od { $first } do { $last } powtarza się płytka { $tile }: { $cells }
qwirkle-too-many-copies = płytka { $tile } występuje { $count } razy, a są tylko trzy: { $cells }

qwirkle-tile = { $shape ->
    [circle] koło
    [clover] koniczyna
    [diamond] romb
    [square] kwadrat
    [four-pointed-star] gwiazda czteroramienna
   *[eight-pointed-star] gwiazda ośmioramienna
} w kolorze { $color ->
    [red] czerwonym
    [orange] pomarańczowym
    [yellow] żółtym
    [green] zielonym
    [blue] niebieskim
   *[white] białym
}

## Playing chess

play-players = Białe: { $white }, czarne: { $black }
play-player = { $who ->
    [engine] silnik
   *[person] człowiek
}
play-settings = bajt ustawień { $byte }
play-file = Partia jest zapisywana w pliku { $path }.
play-to-move = { $side ->
    [white] ruch białych
   *[black] ruch czarnych
}
play-clocks = białe { $white }, czarne { $black }
play-can-claim = można zażądać remisu
play-help = ruch (e4, Nbxd2, O-O, e7e8q), hint (podpowiedź), undo (cofnięcie), resign (poddanie), draw (remis), board (szachownica), pgn (zapis), quit (koniec), help (pomoc)
play-hint = Podpowiedź: { $move }
play-mate-in = mat w { $count }
play-taken-back = Cofnięte ruchy: { $count }
play-draw-offered = Zaproponowano remis: wykonaj ruch, druga strona może odpowiedzieć: draw.
play-draw-declined = Silnik gra dalej.
play-go-on = Aby grać dalej: { $command }

play-refused-move = Nie można zagrać „{ $text }”: { $reason }
play-refused-over = partia jest skończona
play-refused-nothing-to-undo = nie ma ruchu do cofnięcia
play-refused-ended = ta partia jest skończona ({ $result }): zacznij nową
play-refused-time-control = znacznik TimeControl zawiera „{ $text }”, a tak nie ustawia się zegara: podaj sekundy, np. 300+2, albo - dla gry bez zegara
play-refused-clock = komentarz do ruchu zawiera „[%clk { $text }]”, a tego nie pokazuje żaden zegar: podaj godziny, minuty i sekundy, np. 0:04:58
chess-no-legal-move = tak nie zapisuje się żadnego dozwolonego ruchu
chess-several-moves = ten zapis pasuje do kilku ruchów: dodaj kolumnę lub rząd, skąd rusza bierka
chess-null-move = to ruch pusty, który tylko oddaje kolejkę: w partii go nie ma
chess-no-promotion-piece = promocja bez figury: dopisz ją, na przykład e8=Q

play-agreed = Gracze zgodzili się na remis.
play-claimed-threefold = Remis na żądanie: ta sama pozycja wystąpiła po raz trzeci.
play-claimed-fifty-moves = Remis na żądanie: po pięćdziesiąt posunięć każdej ze stron bez bicia i bez ruchu pionem.
play-resigned = { $side ->
    [white] Białe poddały partię: wygrywają czarne.
   *[black] Czarne poddały partię: wygrywają białe.
}
play-resigned-drawn = { $side ->
    [white] Białe poddały partię, ale czarne nie mają czym dać mata: remis.
   *[black] Czarne poddały partię, ale białe nie mają czym dać mata: remis.
}
play-time-over = { $side ->
    [white] Białym skończył się czas: wygrywają czarne.
   *[black] Czarnym skończył się czas: wygrywają białe.
}
play-time-over-drawn = { $side ->
    [white] Białym skończył się czas, ale czarne nie mają bierek, by dać mata: partia kończy się remisem.
   *[black] Czarnym skończył się czas, ale białe nie mają bierek, by dać mata: partia kończy się remisem.
}

# Strona serwera.
page-language = Język
page-tagline = Odczytuje planszę z twojego zdjęcia
page-game = Gra
page-auto = Rozpoznaj
page-chess = Szachy
page-checkers = Warcaby
page-go = Go
page-qwirkle = Qwirkle
page-take = Zrób zdjęcie
page-choose = Wybierz zdjęcie
page-drop = Możesz też upuścić lub wkleić zdjęcie.
page-private = Trafia tylko na ten serwer i nie jest przechowywane.
page-reading = Odczytuję…
page-retry = Spróbuj ponownie
page-another = Inne zdjęcie
page-offline = Serwer jest nieosiągalny, a bez niego nie da się odczytać zdjęcia. Spróbuj później.
page-busy = Odczytywane są inne zdjęcia. Za chwilę kolej na twoje.
page-token = Ten serwer wymaga tokenu: otwórz adres, który wypisał przy uruchomieniu.
page-name-game = Może pomóc wskazanie gry.
page-game-language = Tę grę rozpoczęto w języku { $language }: komunikaty o niej pozostają w tym języku.
page-problem-too-large = Zdjęcie jest za duże: wyślij mniejsze.
page-problem-not-a-photo = Ten plik nie jest zdjęciem, które da się odczytać: wyślij JPEG, PNG lub WebP.
page-problem-photo-unreadable = Zdjęcie jest uszkodzone, ucięte lub za małe: zrób inne.
page-problem-no-board = Nie znaleziono planszy: na zdjęciu musi być cała plansza.
page-problem-board-hidden = Coś zasłania planszę: zrób zdjęcie ponownie, gdy nic jej nie zasłania.
page-problem-invalid-board = Z tą planszą nie da się tego zrobić: sprawdź ją.
page-problem-invalid-option = Podano coś niewłaściwego: sprawdź to.
page-problem-not-found = Serwer tego nie ma albo już nie ma.
page-problem-not-resumable = Zapis tej gry nie mówi dość, by ją kontynuować: rozpocznij nową.
page-problem-timeout = Trwało to zbyt długo: spróbuj ponownie.
page-problem-internal = Serwer zawiódł: spróbuj ponownie.
page-problem-other = Serwer tego nie robi.
page-anyway = Odczytaj mimo to
page-found = { $game }: poprawnie z prawdopodobieństwem { $percent } %.
page-found-check = { $game }: poprawnie z prawdopodobieństwem { $percent } %, ale proszę sprawdzić.
page-found-doubtful = { $game }: proszę sprawdzić. Plansza jest poprawna z prawdopodobieństwem tylko { $percent } %.
page-corrected = { $game }: z Twoimi poprawkami.
page-impossible = Niemożliwe: { $reasons }.
page-presence = To może nie być cała plansza.
page-which-game = Jaka to gra?
page-covered = Zasłonięte: { $cells }.
page-white-side = Po której stronie siedzą białe?
page-seat = Strona białych
page-side-bottom = na dole
page-side-left = po lewej
page-side-top = u góry
page-side-right = po prawej
page-boards = Na zdjęciu widać kilka plansz ({ $count }); to jedna z nich.
page-teach-set = To pozycja początkowa mojego kompletu
page-teach-set-what = Zdjęcia Twojego kompletu będą potem odczytywane lepiej. Serwer trzyma to, czego się nauczył, tylko w pamięci.
page-learning = Oglądam komplet…
page-own-set = Odczytano z uwzględnieniem pokazanego kompletu.
page-set-no-help = Pokazany komplet nie pomaga: odczyty nie są z nim lepsze.
page-forget-set = Zapomnij go
page-corner-hint = Przeciągnij róg, jeśli obrys nie pasuje. Dotknij pola, by je poprawić.
page-corner = Róg { $number } z 4
page-photo = Zdjęcie
page-board = Plansza
page-cell = { $cell }: { $piece }, { $percent } %
page-cell-doubtful = { $cell }: { $piece }, niepewne, { $percent } %
page-cell-corrected = { $cell }: { $piece }, poprawione
page-doubt = { $cell }: { $piece }? ({ $percent } %)
page-what-is-on = Co stoi na { $cell }?
page-all-pieces = Wszystko inne
page-close = Zamknij
page-undo = Cofnij
page-notation = Zapis
page-copy = Kopiuj
page-copied = Skopiowano
page-share = Udostępnij
page-api = API
page-review = Przegląd
page-empty = puste
page-tile = { $shape }, { $color }
page-shape-1 = koło
page-shape-2 = koniczyna
page-shape-3 = romb
page-shape-4 = kwadrat
page-shape-5 = gwiazda czteroramienna
page-shape-6 = gwiazda ośmioramienna
page-color-r = kolor czerwony
page-color-o = kolor pomarańczowy
page-color-y = kolor żółty
page-color-g = kolor zielony
page-color-b = kolor niebieski
page-color-w = kolor biały
page-white-p = biały pion
page-white-n = biały skoczek
page-white-b = biały goniec
page-white-r = biała wieża
page-white-q = biały hetman
page-white-k = biały król
page-black-p = czarny pion
page-black-n = czarny skoczek
page-black-b = czarny goniec
page-black-r = czarna wieża
page-black-q = czarny hetman
page-black-k = czarny król
page-checkers-w = biały pionek
page-checkers-b = czarny pionek
page-checkers-W = biała damka
page-checkers-B = czarna damka
page-go-b = czarny kamień
page-go-w = biały kamień
page-white = Białe
page-black = Czarne
page-to-move = Na ruchu
page-castling = Prawa do roszady
page-none = brak
page-analyze = Analizuj na lichess
page-before-hint = Zrób też zdjęcie po następnym ruchu: ruch zostanie oceniony.
page-compare = Oceń ruch od poprzedniego zdjęcia
page-count-men = { $side }: pionki { $men }, damki { $kings }
page-mode-correct = Poprawianie
page-mode-count = Liczenie
page-tap-group = Dotknij grupy, by uznać ją za martwą albo jednak żywą.
page-rules = Zasady
page-rules-japanese = japońskie
page-rules-chinese = chińskie
page-rules-aga = AGA
page-komi = Komi
page-prisoners-black = Jeńcy czarnych
page-prisoners-white = Jeńcy białych
page-wins = { $side } wygrywają o { $points }
page-drawn = Remis
page-points = { $side }: { $points }
page-score-move = Policz ruch od poprzedniego zdjęcia
page-total = Punkty: { $points }
page-line = { $from } do { $to }: { $points }
page-send = Przekaż to zdjęcie i moją poprawkę właścicielowi serwera do trenowania modelu
page-send-what = Zapisywane są: obraz (bez miejsca i czasu), rogi i pola. Możesz je potem usunąć.
page-send-button = Wyślij
page-sent = Zapisano. Dziękujemy.
page-delete = Usuń
page-deleted = Usunięto.
page-given = Te zdjęcia przekazano właścicielowi serwera:
page-review-title = Poprawki do przejrzenia
page-review-none = Nie ma nic do przejrzenia.
page-review-place = { $number } z { $count }
page-approve = Zatwierdź
page-approved = zatwierdzone
page-next = Następne
page-previous = Poprzednie
page-changed-cells = Poprawione: { $cells }
page-remove = Usuń
page-live = Śledź partię w trakcie gry
page-live-title = Śledzenie partii w trakcie gry
page-live-what = Ustaw telefon tak, aby cała plansza była na obrazie. Ruchy są zapisywane, a błędne zgłaszane.
page-live-begin = Włącz kamerę
page-live-go-on = Kontynuuj ostatnią partię
page-live-link = Link dla widzów
page-minutes = Minuty na stronę (0: bez limitu)
page-increment = Sekundy dodawane za ruch
page-spoken = Mów głośno ruchy i błędy
page-accept = Przyjmij planszę taką, jaka jest
page-undo-move = Cofnij ostatni ruch
page-pass = Pas
page-end-game = Zakończ partię
page-new-game = Nowa partia
page-moves = Ruchy
page-save-record = Zapisz przebieg partii
page-waiting = Nie widać jeszcze planszy.
page-time-up = czas minął
page-game-gone = Serwer nie zna już tej partii. Rozpocznij nową.
page-camera-denied = Kamera jest niedozwolona: zezwól na nią w ustawieniach przeglądarki.
page-camera-none = Nie znaleziono kamery, której można użyć.
page-camera-insecure = Przeglądarki udostępniają kamerę tylko bezpiecznym stronom: otwórz tę stronę przez https (kibitzer serve --tls) albo na tym komputerze jako localhost.
page-cell-known = { $cell }: { $piece }
page-cell-wrong = { $cell }: { $piece }, błąd

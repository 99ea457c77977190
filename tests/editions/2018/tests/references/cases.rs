cases! {
    fn explicit(option: &Option<&(i32, Option<u8>)>, list: &mut [Option<&u8>]) -> i32 {
        let a = match option { Some(&(3, ref inner)) => inner.map_or(1, i32::from), Some((n, Some(4))) => *n, Some(&(_, None)) => 5, _ => 6 };
        let b = match list { [Some(&1), ..] => 1, [.., Some(&(2 | 3))] => 2, [Some(ref first), mut last] => { last = last.filter(|last| last > first); last.map_or(3, |last| i32::from(*last)) } _ => 4 };
        let c = if let Some(&(mut n, _)) = option { n += 1; n } else { 7 };
        a * 100 + b * 10 + c
    }

    fn by_reference(list: &[(u8, &str)]) -> usize {
        let mut count = 0;
        for &(n, text) in list { if let (1...3, "x") | (4, _) = (n, text) { count += 1 } }
        let mut rest = list;
        while let Some((&(5, text), others)) = rest.split_first() { count += text.len(); rest = others; }
        count + list.iter().filter(|&&(n, _)| matches!(n, 7)).count()
    }

    fn values(kind: u8) -> u8 {
        let pair = match kind { 0 => (1, 2), 1 => (3, 4), _ => (5, 6) };
        for n in [7, 8].iter() { if *n == kind { return 9 } }
        match { pair } { (1, n) | (n, 4) => n, _ => 0 }
    }
}

pub fn observations() -> Vec<String> {
    let mut seen = Vec::new();
    for pair in [None, Some((3, None)), Some((3, Some(9))), Some((8, Some(4))), Some((8, None)), Some((8, Some(5)))] {
        for list in [&[][..], &[Some(1)], &[None, Some(3)], &[Some(5), Some(8)], &[Some(5), None], &[Some(9), Some(8)]] {
            let mut list: Vec<Option<&u8>> = list.iter().map(Option::as_ref).collect();
            seen.push(explicit(&pair.as_ref(), &mut list).to_string());
        }
    }
    seen.push(by_reference(&[(5, "abc"), (5, "d"), (1, "x"), (4, ""), (7, "x")]).to_string());
    seen.extend((0..10).map(|kind| values(kind).to_string()));
    seen
}

// SPDX-License-Identifier: Apache-2.0

/// Key files that other programs wrote; all keys are for tests only.
enum PEMFixtures {
    /// The key of RFC 6979 appendix A.2.5 as PKCS#8.
    static let pkcs8 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgya+p2EW6dRZrXCFX
        Z7HWk05Qw9s26JsSe4piKxIPZyGhRANCAARg/tS6JVqdMclh63TGNW1owEm4kjth
        +mzmaWIuYPKftnkD/hAIuLyZpBrp6VYovGTy8bIMLX6fUXejwpTURiKZ
        -----END PRIVATE KEY-----
        """

    static let pkcs8WithoutPublicKey = """
        -----BEGIN PRIVATE KEY-----
        MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCDJr6nYRbp1FmtcIVdn
        sdaTTlDD2zbomxJ7imIrEg9nIQ==
        -----END PRIVATE KEY-----
        """

    /// The same key as SEC1.
    static let sec1 = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIMmvqdhFunUWa1whV2ex1pNOUMPbNuibEnuKYisSD2choAoGCCqGSM49
        AwEHoUQDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Z5A/4QCLi8
        maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ==
        -----END EC PRIVATE KEY-----
        """

    static let sec1WithoutPublicKey = """
        -----BEGIN EC PRIVATE KEY-----
        MDECAQEEIMmvqdhFunUWa1whV2ex1pNOUMPbNuibEnuKYisSD2choAoGCCqGSM49
        AwEH
        -----END EC PRIVATE KEY-----
        """

    /// The same key behind a block with the curve, as `openssl ecparam -genkey` writes it.
    static let sec1WithParameters = """
        -----BEGIN EC PARAMETERS-----
        BggqhkjOPQMBBw==
        -----END EC PARAMETERS-----
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIMmvqdhFunUWa1whV2ex1pNOUMPbNuibEnuKYisSD2choAoGCCqGSM49
        AwEHoUQDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Z5A/4QCLi8
        maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ==
        -----END EC PRIVATE KEY-----
        """

    /// The same key, encrypted.
    static let pkcs8Encrypted = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIH0MF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBCIhP98MNuFJDG0tMaN
        U/wYAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQiMmbA9EumvnWoqN4
        1TBRMQSBkPuQqhp3d9P0QZJXvmdGPfVDK7iPoVBBtCwJcBqX7XbevYL4uWbP29Yl
        bjrCebD0hShDOEHd1nt0LkHbl3px5wqZWYnPucBQ/JSKBG32x8Q75+XEbV/Q38FN
        ID19EXq9S0VDHEXba2zMCWY1auvFLQ/Dtd4a3fu5KzYZJKMl7vGy8ywEVypPYB2V
        2PSD1UtBmg==
        -----END ENCRYPTED PRIVATE KEY-----
        """

    /// The same scalar with the generator for a public key.
    static let pkcs8OtherPublicKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgya+p2EW6dRZrXCFX
        Z7HWk05Qw9s26JsSe4piKxIPZyGhRANCAARrF9Hy4SxCR/i85uVjpEDydwN9gS3r
        M6D0oTlF2JjClk/jQuL+Gn+bjufrSnwPnhYrzjNXazFezsu2QGg3v1H1
        -----END PRIVATE KEY-----
        """

    static let pkcs8P384 = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAAAAAAAAAAAAAAAAAA
        AAAAya+p2EW6dRZrXCFXZ7HWk05Qw9s26JsSe4piKxIPZyGhZANiAAQHwjDSC1rL
        hOJ1EkXP6mxmKJK8+EhqAYEnql4WBJpv3Yq1Mm0PabW3COtZWrTtbvZVd7DbO8vU
        oKhDBuAzbvZcO3mUn4c7WzTRtmj+60QUOiW/4HncS+w26C6HrmQkGek=
        -----END PRIVATE KEY-----
        """

    static let pkcs8Secp256k1 = """
        -----BEGIN PRIVATE KEY-----
        MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgya+p2EW6dRZrXCFXZ7HW
        k05Qw9s26JsSe4piKxIPZyGhRANCAAQsjDH8n5kMa1XjhloYSkzlDglIHy6us+YO
        wc6hOmrmRWS5Xk/baUjAOG4YmwBqKfaGdpsBFwQnXkRZgi3DMoCF
        -----END PRIVATE KEY-----
        """

    /// The public key of RFC 6979 appendix A.2.5.
    static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7
        Yfps5mliLmDyn7Z5A/4QCLi8maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ==
        -----END PUBLIC KEY-----
        """

    static let publicKeyCompressed = """
        -----BEGIN PUBLIC KEY-----
        MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADYP7UuiVanTHJYet0xjVtaMBJuJI7
        Yfps5mliLmDyn7Y=
        -----END PUBLIC KEY-----
        """

    static let publicKeyP384 = """
        -----BEGIN PUBLIC KEY-----
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEB8Iw0gtay4TidRJFz+psZiiSvPhIagGB
        J6peFgSab92KtTJtD2m1twjrWVq07W72VXew2zvL1KCoQwbgM272XDt5lJ+HO1s0
        0bZo/utEFDolv+B53EvsNuguh65kJBnp
        -----END PUBLIC KEY-----
        """

    /// An RSA key of 2048 bits.
    static let rsaPKCS8 = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDLjVPye7x6+rIh
        0th0R9SLrJxc1CpwaEiGwNvyFYzoHJP/cWvi2504illQbA0a9oA1X3amcWfSQeHo
        /7CY46BrY3rzd3TB9f37pKPlvUdijrQa2QyzAXMabOHwtZCLwwQdm2SNrfDre5ms
        coHqVjzSNObLglOmzNiwPAdwEB1PL1CWTxG/aGaxEcbdjbGVdmgK+LgMuQyrls5R
        EYN4UdXBqukXixbLvMOqLD9bDfEGjHQBRDANEtTt8VYg3bzHdIwghpybKLkXkNM1
        wj7/LZkTfxUO3kjGsOtIsRQF/oRrXOFLuW/gEMux+m77qdOTyQfuByAh8Fe7A6f7
        UOn4vMYfAgMBAAECggEAKm2khGQ3Vtj/nV5CIQbB7nVFyHGvAOwzxebYUb8dNlqS
        nMmrB8foHxtzX3iOSML92WIzLKFx1xlFehgl2tCDpS7At5P8QdvBG51nTmFkSk5d
        i0UXyQ4xzF3KwK5P2VoGdxdnX8LUd3k1gIUDwHFGTziYrO3W+usy9ZUlpb2uJk1i
        sS57ACHJDWzL9vxK6a98rVY26Mj4cyE7cU99+Z8E8PM73aPCJG3si48hfW+eDEVa
        uN1dXlvOxyAC3DnxEvodr5YhYVMdhYSqDBNVB4+EzUnCwHLJmPPR/v6RKAqfw+/y
        6Db55QSZscwOsMwP9gaymc1d5S4O/A9BCNKX7+pteQKBgQDwGi3A5gA8HGiaquXQ
        s4kJDVSEDuo2QnjTdaB/TN8H0wpJfxwkTZLU36ZhZnlrXhI1ufHKDH/beWeDFlL+
        JqfXl1V8k7FUjqLpXTKS49HBqea47tCxL/GlC0270ugHL4Rej8dBKjt1fhsKJGzc
        gcOt1VWH4kl54pq6GjoXZeg9aQKBgQDZB5wlEfMyNqAh8RRBNRatTMOw+p1xhWSB
        1RlhxlOen4gC/HwbXvg0y5jgw+HAKFpUM1MRl6UHLJ4Z/Kso1ITXz3r2RH5p7fal
        KKPkFfOJSdHtzEZC9CsdmIn+SD/mMj8sFgEKlrckcKbRTVytkd9o/EsqqictafNt
        N5wumzgORwKBgQDgSGQC9Ba2EAd6qzdAC+VvSj9vmIsaIl/Bj/hb0c/o/C941j7Q
        fpIxPbWq+FFlhRtXipmdFq38s1yJLDpcZHmWvyvA0intBcySV1edtShEUtROXe8e
        BN4iQPvc/rd1tuJcfswvSCcAqsrRX5M9LA5A/K4H386pB49nVoZ7Qtt9OQKBgQCU
        qMTJE6mNHKPFfBgOrmmxHWLyKEiOSPvWfvya37nJbqdAvGfaa8wChe9bDnHlKP7u
        rBVbeI8/Ac3uKQeouSGhneoxJCufLbQD33mbs3mU8a7Nf14lYJDj/eeP+Tdj28kv
        zoa6FRCv8kYiGibAcaohhKeMOu8JCYkHp87gkcvs4wKBgCYSlYNWRu0Lmiax9bYX
        mIESqQgqTDRK2Vkhu2YRW069Kn/faHmzd+D/TcAVMk9IBJDxKUD6CvGR0ADddejf
        laCthT7ibM0Rjj9+gpAP+VKKgoRlJZZa8qPmYko8Vqpe3krObKcm4ns2qcx8pUpA
        i88onBafA+jVGFi1/hbUPzFU
        -----END PRIVATE KEY-----
        """

    /// The same RSA key.
    static let rsaPKCS1 = """
        -----BEGIN RSA PRIVATE KEY-----
        MIIEpAIBAAKCAQEAy41T8nu8evqyIdLYdEfUi6ycXNQqcGhIhsDb8hWM6ByT/3Fr
        4tudOIpZUGwNGvaANV92pnFn0kHh6P+wmOOga2N683d0wfX9+6Sj5b1HYo60GtkM
        swFzGmzh8LWQi8MEHZtkja3w63uZrHKB6lY80jTmy4JTpszYsDwHcBAdTy9Qlk8R
        v2hmsRHG3Y2xlXZoCvi4DLkMq5bOURGDeFHVwarpF4sWy7zDqiw/Ww3xBox0AUQw
        DRLU7fFWIN28x3SMIIacmyi5F5DTNcI+/y2ZE38VDt5IxrDrSLEUBf6Ea1zhS7lv
        4BDLsfpu+6nTk8kH7gcgIfBXuwOn+1Dp+LzGHwIDAQABAoIBACptpIRkN1bY/51e
        QiEGwe51RchxrwDsM8Xm2FG/HTZakpzJqwfH6B8bc194jkjC/dliMyyhcdcZRXoY
        JdrQg6UuwLeT/EHbwRudZ05hZEpOXYtFF8kOMcxdysCuT9laBncXZ1/C1Hd5NYCF
        A8BxRk84mKzt1vrrMvWVJaW9riZNYrEuewAhyQ1sy/b8SumvfK1WNujI+HMhO3FP
        ffmfBPDzO92jwiRt7IuPIX1vngxFWrjdXV5bzscgAtw58RL6Ha+WIWFTHYWEqgwT
        VQePhM1JwsByyZjz0f7+kSgKn8Pv8ug2+eUEmbHMDrDMD/YGspnNXeUuDvwPQQjS
        l+/qbXkCgYEA8BotwOYAPBxomqrl0LOJCQ1UhA7qNkJ403Wgf0zfB9MKSX8cJE2S
        1N+mYWZ5a14SNbnxygx/23lngxZS/ian15dVfJOxVI6i6V0ykuPRwanmuO7QsS/x
        pQtNu9LoBy+EXo/HQSo7dX4bCiRs3IHDrdVVh+JJeeKauho6F2XoPWkCgYEA2Qec
        JRHzMjagIfEUQTUWrUzDsPqdcYVkgdUZYcZTnp+IAvx8G174NMuY4MPhwChaVDNT
        EZelByyeGfyrKNSE18969kR+ae32pSij5BXziUnR7cxGQvQrHZiJ/kg/5jI/LBYB
        Cpa3JHCm0U1crZHfaPxLKqonLWnzbTecLps4DkcCgYEA4EhkAvQWthAHeqs3QAvl
        b0o/b5iLGiJfwY/4W9HP6PwveNY+0H6SMT21qvhRZYUbV4qZnRat/LNciSw6XGR5
        lr8rwNIp7QXMkldXnbUoRFLUTl3vHgTeIkD73P63dbbiXH7ML0gnAKrK0V+TPSwO
        QPyuB9/OqQePZ1aGe0LbfTkCgYEAlKjEyROpjRyjxXwYDq5psR1i8ihIjkj71n78
        mt+5yW6nQLxn2mvMAoXvWw5x5Sj+7qwVW3iPPwHN7ikHqLkhoZ3qMSQrny20A995
        m7N5lPGuzX9eJWCQ4/3nj/k3Y9vJL86GuhUQr/JGIhomwHGqIYSnjDrvCQmJB6fO
        4JHL7OMCgYAmEpWDVkbtC5omsfW2F5iBEqkIKkw0StlZIbtmEVtOvSp/32h5s3fg
        /03AFTJPSASQ8SlA+grxkdAA3XXo35WgrYU+4mzNEY4/foKQD/lSioKEZSWWWvKj
        5mJKPFaqXt5KzmynJuJ7NqnMfKVKQIvPKJwWnwPo1RhYtf4W1D8xVA==
        -----END RSA PRIVATE KEY-----
        """

    static let rsa1024 = """
        -----BEGIN PRIVATE KEY-----
        MIICeAIBADANBgkqhkiG9w0BAQEFAASCAmIwggJeAgEAAoGBAMNl0/qou7tv3Jyf
        ibISDVtPCynjcF4pZFiaRXpJhq6UjsJkNMBchB9/wIA/5JWucigNURMwjcGHQC04
        74uFjXzmZ4X2t3tDVWx2vT18QPlBgR6bjNoEO77L4aGTS9anQEvfPXBFIRfybzpH
        smhVpS+aQfkVwmadcWpxGfUK7UEfAgMBAAECgYBzW1OZgTJMB09kPB/LvDKcfH7n
        vPmi7abrVDC+cFgOC3B4vTYTdssd2YspbA8keze0A6CgxqJ55cJysFFjunX7hedh
        q0UUv7A64Vp0nO6rqOFEkabZx9HNc3Gv/WR/1BtK+7vY75txvHYRlQkeNWYA+Ka8
        ryKWiHCjwAvJLYp+aQJBAOGXdOv70rNFa3QLTmqRlOSRpGZbgiTwIhhbcDDf7Jvb
        QXf1KK3qSYIP9EukFFYcarrQRaGINiEQBmnPsMLw9zsCQQDdvHbyAjyfTO6IiCuq
        0p8CHhTKSxrql6/oS/ONcF9P0m5aPga2b1lVbKHBT1BjhZPR99ywZWyJiiCfE4bX
        XidtAkEA1o8yyW+Niqwv8wL95iXosyxCbIgEVBWAmCH/pryTUflLX0hxFFiM6YM7
        GuZH4U7NxDhqwaPHt9KCBwleWUrOGQJBAIggbb2BVgpORpqXToeeqnO4V/chSLMA
        0MOB7VHFzR3KCGlqbuCNV4C0IlH1CVsv5GIhEuFQQuPlYsWGTV/ms7kCQQCaWYkz
        DiURqz6MgW8c2Pp6BUdoypsEnSUq5KWjem1fePJCeLpZ1lSWxt+TRfckf/XcRlvO
        VvsY9kXXWGT/3L2D
        -----END PRIVATE KEY-----
        """

    /// The RS256 signature of `header.payload` by the RSA key of 2048 bits.
    static let rsaSignature = """
        67eab4f42e41bc0919d9907180280eed84b1005d9b07de1dc4a21a239ad3625fa1352bd490896463dfbea9e48be57285\
        2eee4e91fd8715c951f2ad1f4c707259b61c2b725b25b91ca4f255ed2ef3d95b0e8541ccacfad88dbabf628c876aa626\
        713731e8cdee1d0f6fb4e6c5d0babbd581cdc9c4db6d87e9d52ce63c11888c211ab4133f7a2ce55b3abb07e2891bff4d\
        52060e44dcfaf9365881d1393d9cb6f12410000d320ac0d8d4a0584775d7e5083c5ed1b0a86100d9f062998528d14f2c\
        c2605b87a923aec3095f036aad2e9d30a0de8166f2c923cad1d312595118f6c47cd6f8ac771dc1af50a74e7cb91a65f0\
        53526b4826f5033dede9f9bb1556ee01
        """
}
